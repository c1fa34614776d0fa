// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { ada } from "#tests/web/lib/people.ts";
import { realtimeToken } from "#web/data/realtime.ts";
import { restoreSession, signIn, signOut } from "#web/lib/session.ts";
import { unlockOf } from "#web/lib/share-scope.ts";

const { state, stop } = await answeringServer();
afterAll(stop);

let asked: (string | undefined)[] = [];
/** Milliseconds by which the server's clock is ahead of this one. */
let ahead = 0;

beforeEach(() => {
  localStorage.clear();
  restoreSession();
  asked = [];
  ahead = 0;
  state.answer = ({ headers }) => {
    asked.push(headers.authorization);
    const expires_at = new Date(Date.now() + ahead + 3_600_000).toISOString();
    return { body: { token: `for ${headers.authorization}`, expires_at } };
  };
});

describe("the token for realtime", () => {
  it.each([
    ["as this one does", 0],
    ["an hour ahead", 3_600_000],
    ["an hour behind", -3_600_000],
  ])(
    "is asked for once, and again some minutes before it ends, where the server's clock goes %s",
    async (_, by) => {
      ahead = by;
      vi.useFakeTimers({ toFake: ["Date"] });
      onTestFinished(() => void vi.useRealTimers());
      signIn({ token: "s1", user: ada });
      const token = realtimeToken(undefined);
      expect(await Promise.all([token(), token()])).toEqual(["for Bearer s1", "for Bearer s1"]);
      vi.setSystemTime(Date.now() + 54 * 60_000);
      await token();
      expect(asked).toHaveLength(1);
      vi.setSystemTime(Date.now() + 2 * 60_000);
      await token();
      await token();
      expect(asked).toHaveLength(2);
    },
  );

  it("is another for another session, as after a new password", async () => {
    signIn({ token: "s1", user: ada });
    const token = realtimeToken(undefined);
    await token();
    signIn({ token: "s2", user: ada });
    expect(await token()).toBe("for Bearer s2");
    expect(asked).toEqual(["Bearer s1", "Bearer s2"]);
  });

  it("is another once a link's password was entered", async () => {
    const token = realtimeToken("link");
    await token();
    await token();
    expect(asked).toHaveLength(1);
    unlockOf("link").write({ token: "unlocked" });
    onTestFinished(() => unlockOf("link").remove());
    await token();
    await token();
    expect(asked).toHaveLength(2);
  });

  it("is no token of a session that began while it was asked for", async () => {
    signIn({ token: "s1", user: ada });
    const token = realtimeToken(undefined);
    const { answer } = state;
    state.answer = (request) => {
      state.answer = answer;
      signIn({ token: "s2", user: ada });
      return answer(request);
    };
    await token();
    expect(await token()).toBe("for Bearer s2");
    expect(asked).toEqual(["Bearer s1", "Bearer s2"]);
  });

  it("is neither asked for nor used any more once nobody is signed in", async () => {
    signIn({ token: "s1", user: ada });
    const token = realtimeToken(undefined);
    await token();
    signOut();
    expect(await token()).toBeNull();
    expect(asked).toEqual(["Bearer s1"]);
  });

  it("stays while the server does not answer", async () => {
    signIn({ token: "s1", user: ada });
    const token = realtimeToken(undefined);
    await token();
    signIn({ token: "s2", user: ada });
    state.answer = () => ({ status: 503, body: {} });
    expect(await token()).toBe("for Bearer s1");
  });
});
