// @vitest-environment happy-dom
import { act, cleanup, render } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { userTopic } from "#contract/events.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { until } from "#tests/web/lib/until.ts";
import { useKeepAlive } from "#web/features/account/keep-alive.ts";
import { session, sessionToken, signIn, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof realtimeServer>>;
beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // where a test answers, there is no realtime
  server = await realtimeServer();
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  signOut();
});

function SignedIn() {
  useKeepAlive();
  return null;
}

/** A token as the server makes them, of so many hours ago; its letters are those that addresses may have. */
function tokenOf(hours: number) {
  const issued = Math.floor(Date.now() / 1000) - hours * 3600;
  const payload = btoa(JSON.stringify({ iat: issued, sub: "ÿþ??>>~~" }));
  return `head.${payload.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}.signature`;
}
const name = () => {
  const now = session();
  return now.status === "signed-in" ? now.user.username : undefined;
};

/** The calls of somebody with this token, once all that comes with the page has been answered. */
async function open(token: string, table: Parameters<typeof answers>[0] = {}) {
  signIn({ token, user: ada });
  const asked = answers({
    "POST /activity/ping": { success: true },
    "GET /user": { ...ada, username: "Ada L." },
    "POST /auth/renew": { token: "fresh", user: ada },
    ...table,
  });
  render(<SignedIn />);
  const calls = () => asked.map(([call]) => call);
  return calls;
}

describe("a session", () => {
  it.each([
    [25, true],
    [23, false],
  ])("of %s hours is made fresh: %s", async (hours, isRenewed) => {
    const token = tokenOf(hours);
    const calls = await open(token);
    await until(() => (isRenewed ? sessionToken() === "fresh" : name() === "Ada L."));
    expect(calls().includes("POST /auth/renew")).toBe(isRenewed);
    expect(sessionToken()).toBe(isRenewed ? "fresh" : token);
  });

  it.each(["no token of ours", "a.b.c"])(
    "of which no age can be read is left alone: %s",
    async (token) => {
      const calls = await open(token);
      await until(() => name() === "Ada L.");
      expect(calls()).not.toContain("POST /auth/renew");
      expect(sessionToken()).toBe(token);
    },
  );

  it("stays as it is where nobody renews it", async () => {
    const token = tokenOf(25);
    const calls = await open(token, { "POST /auth/renew": refusal(503, "Away") });
    await until(() => calls().includes("POST /auth/renew"));
    await until(() => name() === "Ada L.");
    expect(sessionToken()).toBe(token);
  });

  it("that ended meanwhile is not begun again by what was asked before", async () => {
    const renewal = Promise.withResolvers<object>();
    const reading = Promise.withResolvers<object>();
    const calls = await open(tokenOf(25), {
      "POST /auth/renew": () => renewal.promise,
      "GET /user": () => reading.promise,
    });
    await until(() => calls().includes("POST /auth/renew"));
    signOut();
    await act(async () => {
      renewal.resolve({ token: "fresh", user: ada });
      reading.resolve(ada);
    });
    await until(() => true);
    expect(sessionToken()).toBeUndefined();
  });

  it("reads its account anew when that has changed, and for nothing else", async () => {
    const topic = userTopic(ada.id);
    signIn({ token: "t", user: ada });
    const reads = () => server.state.asked.filter((path) => path === "/api/user").length;
    const joined = () => server.state.joined.filter((one) => one === topic).length;
    const before = joined();
    render(<SignedIn />);
    await expect.poll(joined).toBe(before + 1);
    await expect.poll(reads).toBe(1);
    act(() => server.announce(topic, "notice"));
    act(() => server.announce(topic, "account"));
    await expect.poll(reads).toBeGreaterThan(1);
    await fetch(new URL("/api/config", location.href)); // what was asked before has come by then
    expect(reads()).toBe(2);
  });
});
