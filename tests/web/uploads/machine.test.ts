import { describe, expect, it } from "vitest";
import { beginUpload, type Event, next, type Upload } from "#web/lib/uploads/machine.ts";

describe("what an upload sends", () => {
  const MIB = 1024 * 1024;
  const located = (available: number): Upload => ({
    ...beginUpload({ url: "/u/1", available }),
    offset: 0,
    waitingSince: 0,
  });
  const effectsOf = (state: Upload, event: Event) => next(state, event).effects;

  it("waits for a little more while there is little to send", () => {
    expect(effectsOf(located(0), { type: "grown", available: 1000, at: 500 })).toEqual([]);
  });

  it("sends a small part once it has waited for two chunks", () => {
    const [effect] = effectsOf(located(1000), { type: "grown", available: 2000, at: 2_000 });
    expect(effect).toMatchObject({ do: "send", from: 0, to: 2000, length: null });
  });

  it("sends at once when a mebibyte has gathered", () => {
    const [effect] = effectsOf(located(0), { type: "grown", available: MIB, at: 10 });
    expect(effect).toMatchObject({ do: "send", from: 0, to: MIB });
  });

  it("sends what remains, with the length, when the recording ends", () => {
    const [effect] = effectsOf(located(10), { type: "ended", total: 12, at: 1 });
    expect(effect).toEqual({ do: "send", url: "/u/1", from: 0, to: 12, length: 12 });
  });

  it("tells the length by an empty part when everything else is there already", () => {
    const state = { ...located(12), offset: 12 };
    expect(effectsOf(state, { type: "ended", total: 12, at: 1 })).toEqual([
      { do: "send", url: "/u/1", from: 12, to: 12, length: 12 },
    ]);
  });

  it("asks the server what it has after a part of unknown fate", () => {
    const sending = { ...located(5000), doing: "sending" as const, failures: 0 };
    const failed = next(sending, { type: "failed", failure: { kind: "unreachable" }, at: 0 });
    expect(failed.effects).toEqual([{ do: "wait", milliseconds: 1000 }]);
    expect(effectsOf(failed.state, { type: "tick", at: 1000 })).toEqual([
      { do: "ask", url: "/u/1" },
    ]);
  });

  it("waits longer after each failure, but never longer than half a minute", () => {
    const waits: number[] = [];
    let state: Upload = { ...beginUpload({ url: "/u/1" }), doing: "asking" };
    for (let at = 0; waits.length < 8; at += 100_000) {
      const failed = next(state, { type: "failed", failure: { kind: "unreachable" }, at });
      for (const effect of failed.effects)
        if (effect.do === "wait") waits.push(effect.milliseconds);
      state = next(failed.state, { type: "tick", at: at + 50_000 }).state;
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]);
  });

  it("waits ever longer for a server that answers but has no room, and says so all the while", () => {
    const waits: number[] = [];
    let state: Upload = { ...located(5000), total: 5000, announced: true, doing: "sending" };
    for (let at = 0; waits.length < 4; at += 100_000) {
      const failed = next(state, { type: "failed", failure: { kind: "full" }, at });
      for (const effect of failed.effects)
        if (effect.do === "wait") waits.push(effect.milliseconds);
      const asking = next(failed.state, { type: "tick", at: at + 50_000 });
      state = next(asking.state, { type: "located", offset: 0, length: 5000, at }).state;
      expect(state).toMatchObject({ doing: "sending", full: true });
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000]);
    const taken = next(state, { type: "accepted", offset: 5000, took: 10, at: 0 }).state;
    expect(taken).toMatchObject({ full: false, failures: 0, finished: true });
  });

  it("asks at once after one disagreement, and waits before it asks after the next", () => {
    const disagree = (state: Upload, at: number) =>
      next(state, { type: "failed", failure: { kind: "disagreement" }, at });
    const once = disagree({ ...located(5000), doing: "sending" }, 0);
    expect(once.effects).toEqual([{ do: "ask", url: "/u/1" }]);
    const again = next(once.state, { type: "located", offset: 0, length: null, at: 0 }).state;
    const twice = disagree({ ...again, doing: "sending" }, 10);
    expect(twice.effects).toEqual([{ do: "wait", milliseconds: 2000 }]);
    expect(effectsOf(twice.state, { type: "tick", at: 2009 })).toEqual([
      { do: "wait", milliseconds: 1 },
    ]);
    expect(effectsOf(twice.state, { type: "tick", at: 2010 })).toEqual([
      { do: "ask", url: "/u/1" },
    ]);
  });

  it("sends nothing while offline, and goes on at once when the network is back", () => {
    const offline = next(located(0), { type: "offline" }).state;
    const grown = next(offline, { type: "grown", available: 5 * MIB, at: 10 });
    expect(grown.effects).toEqual([]);
    expect(effectsOf(grown.state, { type: "online", at: 11 })).toHaveLength(1);
  });

  it("asks for a place after a while offline, too: this computer may be the server", () => {
    const begun = next(beginUpload({ online: false }), { type: "grown", available: 1, at: 0 });
    expect(begun.effects).toEqual([]);
    expect(effectsOf(begun.state, { type: "tick", at: 29_999 })).toEqual([]);
    const asked = next(begun.state, { type: "tick", at: 30_000 });
    expect(asked.effects).toEqual([{ do: "create", length: null }]);
    expect(effectsOf(asked.state, { type: "tick", at: 90_000 }), "one at a time").toEqual([]);
    const failed = next(asked.state, {
      type: "failed",
      failure: { kind: "unreachable" },
      at: 90_000,
    });
    expect(effectsOf(failed.state, { type: "tick", at: 120_000 })).toEqual([
      { do: "create", length: null },
    ]);
  });

  it("waits for a sign-in when the session has ended, and then asks", () => {
    const out = next(
      { ...located(MIB), doing: "sending" },
      {
        type: "failed",
        failure: { kind: "signed-out" },
        at: 0,
      },
    );
    expect(out.effects).toEqual([]);
    expect(next(out.state, { type: "grown", available: 9 * MIB, at: 60_000 }).effects).toEqual([]);
    expect(effectsOf(out.state, { type: "signed-in", at: 1 })).toEqual([
      { do: "ask", url: "/u/1" },
    ]);
  });

  it("is not freed by a sign-in from what the server refused", () => {
    const failure = { kind: "refused", message: "No room." } as const;
    const refused = next({ ...located(MIB), doing: "sending" }, { type: "failed", failure, at: 0 });
    const after = next(refused.state, { type: "signed-in", at: 1 });
    expect(after.effects).toEqual([]);
    expect(after.state.stuck).toEqual({ why: "refused", message: "No room." });
  });

  it("says the length anew to the upload that takes the place of one that is gone", () => {
    const ended = { ...located(12), total: 12, announced: true, doing: "asking" } as const;
    const gone = next(ended, { type: "failed", failure: { kind: "gone" }, at: 0 });
    const again = next(gone.state, { type: "retry", at: 1 });
    expect(again.effects).toEqual([{ do: "create", length: 12 }]);
    expect(again.state.announced).toBe(false);
  });

  it("does not wait for its next attempt when the network is back", () => {
    const failed: Event = { type: "failed", failure: { kind: "unreachable" }, at: 0 };
    const waiting = next({ ...located(MIB), doing: "asking" }, failed).state;
    const offline = next(waiting, { type: "offline" }).state;
    expect(effectsOf(offline, { type: "online", at: 1 })).toEqual([{ do: "ask", url: "/u/1" }]);
  });

  it("says that it is incomplete when this computer has less than it had", () => {
    const ended = { ...beginUpload({ url: "/u/1", available: 8 }), total: 12 };
    const asking: Upload = { ...ended, doing: "asking" };
    const step = next(asking, { type: "located", offset: 8, length: null, at: 0 });
    expect(step.effects).toEqual([]);
    expect(step.state.stuck).toMatchObject({
      why: "refused",
      message: expect.stringMatching(/no longer has the rest/),
    });
  });

  it.each([
    ["the server's length, where it knows one", 12, 20, 20],
    ["what the server has, where that is more", 12, null, 16],
  ])("ends with %s", (_what, total, length, ends) => {
    const asking: Upload = {
      ...beginUpload({ url: "/u/1", available: 12 }),
      total,
      doing: "asking",
    };
    const step = next(asking, { type: "located", offset: 16, length, at: 0 });
    expect(step.state.total).toBe(ends);
  });

  it("measures nothing by a part that was hardly more than its way", () => {
    const sending = { ...located(MIB), doing: "sending" } as const;
    const small = next(sending, { type: "accepted", offset: 131_071, took: 10_000, at: 0 }).state;
    expect(small.partSize).toBe(MIB);
    const enough = next(sending, { type: "accepted", offset: 131_072, took: 1000, at: 0 }).state;
    expect(enough.partSize).toBe(4 * 131_072);
    const later = next(
      { ...sending, offset: 100_000 },
      { type: "accepted", offset: 231_072, took: 1000, at: 0 },
    );
    expect(later.state.partSize, "only what this part brought").toBe(4 * 131_072);
  });

  it("begins anew, when asked to, only if the server no longer knows the upload", () => {
    const gone = next(
      { ...located(MIB), doing: "asking" },
      {
        type: "failed",
        failure: { kind: "gone" },
        at: 0,
      },
    );
    expect(gone.state.stuck).toEqual({ why: "gone" });
    expect(effectsOf(gone.state, { type: "retry", at: 1 })).toEqual([
      { do: "create", length: null },
    ]);
  });

  it("makes parts as large as the network carries in a few seconds", () => {
    const slow = next(
      { ...located(9 * MIB), doing: "sending" },
      {
        type: "accepted",
        offset: MIB,
        took: 16_000,
        at: 0,
      },
    );
    const fast = next(
      { ...located(90 * MIB), doing: "sending" },
      {
        type: "accepted",
        offset: MIB,
        took: 10,
        at: 0,
      },
    );
    expect(slow.state.partSize).toBe(MIB / 4);
    expect(fast.state.partSize).toBe(8 * MIB);
  });

  it("makes parts smaller when they do not get through, down to a quarter of a mebibyte", () => {
    const failed: Event = { type: "failed", failure: { kind: "unreachable" }, at: 0 };
    let state: Upload = { ...located(9 * MIB), partSize: MIB };
    const sizes = [0, 1, 2].map(() => {
      state = next({ ...state, doing: "sending" }, failed).state;
      return state.partSize;
    });
    expect(sizes).toEqual([MIB / 2, MIB / 4, MIB / 4]);
    expect(next({ ...located(0), doing: "asking" }, failed).state.partSize).toBe(MIB);
  });

  it("makes parts no larger than a proxy on the way takes, however fast the network is", () => {
    const failure = { kind: "too-large" } as const;
    const sending: Upload = { ...located(90 * MIB), doing: "sending", partSize: 8 * MIB };
    const refused = next(sending, { type: "failed", failure, at: 0 });
    expect(refused.state.stuck).toBeNull();
    const asked = next(refused.state, { type: "tick", at: 1000 });
    const again = next(asked.state, { type: "located", offset: 0, length: null, at: 1000 });
    expect(again.effects).toMatchObject([{ do: "send", from: 0, to: 4 * MIB }]);
    const taken = next(again.state, { type: "accepted", offset: 4 * MIB, took: 10, at: 1001 });
    expect(taken.effects).toMatchObject([{ do: "send", from: 4 * MIB, to: 8 * MIB }]);
  });

  it("says so where a proxy on the way takes not even the smallest parts", () => {
    const failure = { kind: "too-large" } as const;
    const sending: Upload = { ...located(90 * MIB), doing: "sending", partSize: MIB / 4 };
    const { state } = next(sending, { type: "failed", failure, at: 0 });
    expect(state.stuck).toMatchObject({
      why: "refused",
      message: expect.stringContaining("proxy"),
    });
    expect(next(state, { type: "retry", at: 1 }).effects).toMatchObject([{ do: "ask" }]);
  });
});
