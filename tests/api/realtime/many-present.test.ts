import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createPresence } from "#api/platform/embedded/realtime/presence.ts";

type News = Parameters<Parameters<typeof createPresence>[0]["tell"]>[1];

/** A topic, and one listener who puts together what is told of it. */
function listenTo() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const refs = new Set<string>();
  const told: News[] = [];
  const presence = createPresence({
    changed: () => {},
    tell(_, news) {
      told.push(news);
      for (const ref of refsIn(news.diff?.leaves)) expect(refs.delete(ref)).toBe(true);
      for (const ref of refsIn(news.diff?.joins)) refs.add(ref);
    },
  });
  return { presence, refs, told };
}

const refsIn = (entries: NonNullable<News["diff"]>["joins"] = {}) =>
  Object.values(entries).flatMap(({ metas }) => metas.map((meta) => meta.phx_ref));
const bytesOf = (what: unknown) => Buffer.byteLength(JSON.stringify(what));

describe("of ten thousand who come within ten seconds", () => {
  it("everybody is told the number and fifty, seldom and in a few bytes, and of all who go as well", () => {
    const { presence, refs, told } = listenTo();
    const metas = Array.from({ length: 10_000 }, (_, index) => {
      vi.advanceTimersByTime(1);
      return presence.track("topic", `key ${index}`, { key: crypto.randomUUID() });
    });
    vi.advanceTimersByTime(2000);
    expect(told.at(-1)?.count ?? 0).toBe(10_000);
    expect(presence.shown("topic").count).toBe(10_000);
    expect(refs.size).toBe(50);
    expect(refsIn(presence.shown("topic").state).toSorted()).toEqual([...refs].toSorted());
    const messages = told.flatMap(({ diff, count }) => [diff, count]).filter(Boolean);
    expect(messages.length).toBeLessThanOrEqual(2.5 * 12);
    expect(Math.max(...told.map(bytesOf))).toBeLessThan(16_000);

    for (const meta of metas.slice(0, 9_990)) {
      presence.untrack("topic", meta);
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(2000);
    const left = metas.slice(9_990).map((meta) => meta.phx_ref);
    expect([...refs].toSorted()).toEqual(left.toSorted());
    expect(told.at(-1)?.count ?? 0).toBe(10);
  });

  it("those of other processes count, and fewer are shown where they say much of themselves", () => {
    const { presence, refs, told } = listenTo();
    const says = { words: "x".repeat(1900) };
    for (let index = 0; index < 20; index++) presence.track("topic", `here ${index}`, says);
    const crowd = presence.here("topic");
    expect(crowd).toMatchObject({ count: 20 });
    expect(crowd.entries).toHaveLength(3);
    presence.setElsewhere("topic", [{ count: 5000, entries: [["there", { phx_ref: "a" }]] }]);
    vi.advanceTimersByTime(2000);
    expect(presence.shown("topic").count).toBe(5020);
    expect(refs.size).toBe(3);
    presence.setElsewhere("topic", []);
    vi.advanceTimersByTime(2000);
    expect(told.at(-1)).toEqual({ count: 20 });
  });
});
