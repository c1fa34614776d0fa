import { describe, expect, it } from "vitest";
import { next } from "#web/features/recorder/machine.ts";
import { messages } from "#web/features/recorder/messages.ts";
import type { Effect, Event, State } from "#web/features/recorder/steps.ts";

const clock = { spent: 2000, since: 1000 };
const recording: State = { name: "recording", instant: true, clock };
const stood = { spent: 2000, since: null };
const paused: State = { name: "paused", instant: true, clock: stood };
const summary = { bytes: 10, elapsed: 5000 };

const follow = (state: State, ...events: Event[]) =>
  events.reduce<{ state: State; did: string[] }>(
    ({ state: before, did }, event) => {
      const step = next(before, event);
      return { state: step.state, did: [...did, ...step.effects.map(nameOf)] };
    },
    { state, did: [] },
  );
const nameOf = (effect: Effect) => (effect.do === "toast" ? effect.text : effect.do);

const ask = (about: "restart" | "discard"): Event => ({ type: "ask", about, at: 4000 });
const keep: Event = { type: "keep", at: 9000 };
const yes: Event = { type: "throw-away", at: 9000 };
const sealed: Event = { type: "sealed", summary };

describe("the question before what runs is thrown away", () => {
  it.each(["restart", "discard"] as const)("pauses the take for %s, and is one", (about) => {
    const asking = follow(recording, ask(about));
    expect(asking).toEqual({
      did: ["pause-encoder"],
      state: {
        ...{ name: "paused", instant: true, clock: { spent: 5000, since: null } },
        asks: { about, ran: true },
      },
    });
    expect(follow(asking.state, ask(about)), "twice is once").toEqual({ ...asking, did: [] });
  });

  it("leaves all as it was after a no", () => {
    const went = follow(recording, ask("discard"), keep);
    expect(went.did).toEqual(["pause-encoder", "resume-encoder"]);
    expect(went.state).toEqual({ ...recording, clock: { spent: 5000, since: 9000 } });
    expect(follow(paused, ask("restart"), keep)).toEqual({ state: paused, did: [] });
  });

  it("throws nothing away by itself", () => {
    expect(follow(recording, yes, keep)).toEqual({ state: recording, did: [] });
    expect(follow(paused, yes, keep)).toEqual({ state: paused, did: [] });
    const stopped = follow(recording, ask("discard"), { type: "stop", at: 9000 }, yes, sealed);
    expect(stopped.state).toEqual({ name: "saving", summary });
    expect(follow(recording, ask("discard"), { type: "resume", at: 9000 }, yes).state.name).toBe(
      "recording",
    );
  });
});

describe("what is thrown away", () => {
  it("is put aside when its last byte is here, and its sources are given back", () => {
    const went = follow(recording, ask("discard"), yes, { type: "ended", at: 0 }, sealed);
    expect(went.state).toEqual({ name: "idle" });
    expect(went.did).toEqual([
      ...["pause-encoder", "stop-encoder", "release-sources", "seal-spool", "set-aside"],
    ]);
  });

  it("makes way for another take of the same sources, without a question of the browser", () => {
    const went = follow(recording, ask("restart"), yes, { type: "ended", at: 0 }, sealed);
    expect(went.state).toEqual({ name: "countdown", instant: true, left: 3 });
    expect(went.did).toEqual([
      ...["pause-encoder", "stop-encoder", "seal-spool", "begin-again", "count-second"],
    ]);
  });

  it("is put aside where nothing is left to begin again with, and that is said", () => {
    const gone: Event = { type: "sharing-ended", at: 0 };
    const went = follow(recording, ask("restart"), yes, gone, { type: "ended", at: 0 }, sealed);
    expect(went.state).toEqual({ name: "idle" });
    expect(went.did.slice(2)).toEqual([
      ...["release-sources", messages.failedToStart, "release-sources", "seal-spool", "set-aside"],
    ]);
    const late = follow(recording, ask("restart"), yes, { type: "ended", at: 0 }, gone, sealed);
    expect(late.did).toContain("release-sources");
    expect(late.state).toEqual({ name: "idle" });
  });
});
