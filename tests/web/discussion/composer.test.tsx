// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { Composer } from "#web/features/discussion/composer.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Add a comment");
const write = (words: string) => userEvent.type(field(), words);
const send = () => userEvent.click(screen.getByRole("button", { name: "Comment" }));

/** Moments of what was sent; while it is away, nothing arrives. */
async function compose() {
  const sent: unknown[] = [];
  const state = { seconds: 12, isAway: false, sent, until: Promise.resolve() };
  const scope = { recordingId: crypto.randomUUID() };
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    const words = JSON.parse(String(body));
    state.sent.push(words.at_seconds);
    await state.until;
    if (state.isAway) return Response.json({ error: "Away" }, { status: 503 });
    const { id: user_id, username } = ada;
    return Response.json({
      ...{ ...words, id: crypto.randomUUID(), recording_id: scope.recordingId, user_id, username },
      ...{ profile_picture: null, by_owner: true, can_edit: true, can_delete: true, reactions: [] },
      ...{ done: false, mentions: [], author_banned: false },
      ...{ author: { kind: "account", name: username, guest_id: null } },
      ...{ created_at: "2026-11-20T10:00:00Z", edited_at: null },
    });
  });
  await renderInApp(
    <Composer {...{ scope, user: ada, isOwner: true }} moment={() => state.seconds} />,
  );
  return state;
}

test("each comment is about its own moment, whatever was chosen for the one before", async () => {
  const state = await compose();
  await write("About all of it");
  await userEvent.click(screen.getByRole("button", { name: "at 0:12" }));
  await send();
  state.seconds = 34;
  await write("About this");
  await send();
  state.seconds = 0.2;
  await write("About no moment");
  await send();
  await expect.poll(() => state.sent).toEqual([null, 34, null]);
});

test("a comment is sent also on a page without https, where a browser makes no UUIDs", async () => {
  const state = await compose();
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  await write("Heard");
  await send();
  await expect.poll(() => state.sent).toEqual([12]);
});

test("a moment that was taken off stays off where the words are begun anew", async () => {
  const state = await compose();
  await write("First thought");
  await userEvent.click(screen.getByRole("button", { name: "at 0:12" }));
  await userEvent.clear(field());
  await write("Second thought");
  await send();
  await expect.poll(() => state.sent).toEqual([null]);
});

test("a comment that did not arrive is about the same moment when it is sent again", async () => {
  const state = await compose();
  state.isAway = true;
  await write("About this");
  await send();
  await expect.poll(() => field().value).toBe("About this");
  state.isAway = false;
  state.seconds = 50;
  await send();
  await expect.poll(() => state.sent).toEqual([12, 12]);
});

test("words that were begun since keep their own moment when others come back unsent", async () => {
  const state = await compose();
  const away = Promise.withResolvers<void>();
  state.isAway = true;
  state.until = away.promise;
  await write("About this");
  await send();
  state.seconds = 50;
  await write("Something new");
  away.resolve();
  await screen.findByText(/Failed to add comment/);
  expect(screen.getByRole("button", { name: /^at/ }).textContent).toBe("at 0:50");
});
