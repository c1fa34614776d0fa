// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { Watching } from "#web/features/recordings/detail/watching.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
let answered: PromiseWithResolvers<Response>;
beforeAll(async () => {
  server = await realtimeServer();
  const before = globalThis.fetch;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) =>
    url.includes("/watchers") ? (await answered.promise).clone() : before(url, init),
  );
});
afterAll(() => server.stop());
beforeEach(() => {
  signIn({ token: "t", user: ada });
  answered = Promise.withResolvers();
});
afterEach(() => {
  cleanup();
  signOut();
});

const key = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a09";
const ben = { key, user_id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a08", username: "Ben" };
const said = () => screen.getByRole("status").textContent;

/** This page of the owner's, one without an account, and one whose key is still to be asked about. */
async function show() {
  const id = crypto.randomUUID();
  const topic = recordingTopic(id);
  await renderInApp(<Watching recordingId={id} />, { asks: true });
  await expect.poll(() => server.state.joined.includes(topic)).toBe(true);
  act(() => server.showPresent(topic, {}, {}, { key }));
}

test("a viewer without an account is counted at once, one with an account when it is known who that is", async () => {
  await show();
  await expect.poll(said).toBe("1 other is watching now: somebody with the link");
  answered.resolve(Response.json({ watchers: [ben], count: 3 }));
  await expect.poll(said).toBe("2 others are watching now: Ben and somebody with the link");
});

test("viewers are counted, and not named, where nobody can say who they are", async () => {
  await show();
  answered.resolve(refusal(503, "Away"));
  await expect.poll(said).toBe("2 others are watching now");
});
