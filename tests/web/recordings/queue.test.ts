import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { IMPORT_TOO_LARGE, IMPORT_WRONG_TYPE } from "#contract/recordings.ts";
import {
  emptyQueue,
  isBusy,
  isComplete,
  isPartlyDone,
  next,
  percentOf,
  type Queue,
  type QueueEvent,
  refusedInWords,
  upNext,
  wrongFirst,
} from "#web/features/recordings/import/queue.ts";

type Events = QueueEvent[];

const MB = 2 ** 20;
const named = (name: string, size: number) => ({ name, size }) as File; // the queue reads no more of it
const talk = named("talk.mp4", 10 * MB);
const demo = named("demo.WEBM", 500 * MB);

const queueAfter = (...events: Events) =>
  events.reduce<Queue>((queue, event) => next(queue, event), emptyQueue);

describe("the import queue", () => {
  it("sends nothing before the person has started it", () => {
    const queue = queueAfter({ type: "chosen", files: [talk, demo] });
    expect(upNext(queue)).toBeUndefined();
    expect(isBusy(queue)).toBe(false);
  });

  it("sends one file after the other, in the order they were chosen", () => {
    const begun = queueAfter({ type: "chosen", files: [talk, demo] }, { type: "begun" });
    expect(upNext(begun)?.file).toBe(talk);
    const sending = next(begun, { type: "sending", id: 1 });
    expect(upNext(sending)).toBeUndefined();
    expect(upNext(next(sending, { type: "done", id: 1 }))?.file).toBe(demo);
  });

  it("goes on with the rest when one fails, and is not complete then", () => {
    const failed = queueAfter(
      { type: "chosen", files: [talk, demo] },
      { type: "begun" },
      { type: "sending", id: 1 },
      { type: "failed", id: 1, message: "Your storage is full." },
    );
    expect(upNext(failed)?.file).toBe(demo);
    const over = further(failed, { type: "sending", id: 2 }, { type: "done", id: 2 });
    expect(isBusy(over)).toBe(false);
    expect(isComplete(over)).toBe(false);
    expect(upNext(next(over, { type: "again", id: 1 }))?.file).toBe(talk);
  });

  it("is complete when everything chosen is there", () => {
    const queue = queueAfter(
      { type: "chosen", files: [talk] },
      { type: "begun" },
      { type: "sending", id: 1 },
      { type: "done", id: 1 },
    );
    expect(isComplete(queue)).toBe(true);
    expect(isComplete(emptyQueue)).toBe(false);
  });

  it("is complete when the rest is there, and says in words what was refused", () => {
    const text = named("notes.txt", 10);
    const begun = queueAfter({ type: "chosen", files: [talk, text] }, { type: "begun" });
    expect(isComplete(begun)).toBe(false);
    const over = further(begun, { type: "sending", id: 1 }, { type: "done", id: 1 });
    expect(isComplete(over)).toBe(true);
    expect(refusedInWords(over)).toMatch(/^notes\.txt was not imported: Invalid file type/);
    expect([isPartlyDone(begun), isPartlyDone(over)]).toEqual([false, true]);
    const chosen = next(over, { type: "chosen", files: [demo] });
    expect(isPartlyDone(chosen), "another waits for its start").toBe(false);
    const two = next(over, { type: "chosen", files: [named("empty.mp4", 0)] });
    expect(refusedInWords(two)).toBe("2 files were not imported: notes.txt, empty.mp4");
    expect(isComplete(queueAfter({ type: "chosen", files: [text] }))).toBe(false);
  });

  it("is complete when the server refused the rest for good, and shows first what was not taken", () => {
    const begun = queueAfter(
      { type: "chosen", files: [talk, demo] },
      { type: "begun" },
      { type: "sending", id: 1 },
      { type: "done", id: 1 },
      { type: "sending", id: 2 },
    );
    const large = next(begun, { type: "failed", id: 2, message: IMPORT_TOO_LARGE });
    expect(isComplete(large), "nor is it smaller the second time").toBe(true);
    const over = next(begun, { type: "failed", id: 2, message: IMPORT_WRONG_TYPE });
    expect(isComplete(over)).toBe(true);
    expect(refusedInWords(over)).toBe(`demo.WEBM was not imported: ${IMPORT_WRONG_TYPE}`);
    expect(wrongFirst(over).map(({ file }) => file)).toEqual([demo, talk]);
    const full = next(begun, { type: "failed", id: 2, message: "Your storage is full." });
    expect(isComplete(full)).toBe(false);
    expect(wrongFirst(full).map(({ file }) => file)).toEqual([demo, talk]);
  });

  it("starts files that join an import under way by itself, and only then", () => {
    const sending = queueAfter(
      { type: "chosen", files: [talk] },
      { type: "begun" },
      { type: "sending", id: 1 },
    );
    const joined = next(sending, { type: "chosen", files: [demo] });
    expect(upNext(next(joined, { type: "done", id: 1 }))?.file).toBe(demo);
  });

  it.each([
    ["notes.txt", 10, "Invalid file type. Supported: MP4, WebM, MOV, AVI, MKV"],
    ["video", 10, "Invalid file type. Supported: MP4, WebM, MOV, AVI, MKV"],
    ["talk.mp4", 524_288_001, "File too large. Maximum size: 500MB"],
    ["talk.mp4", 0, "The file is empty"],
  ])("never sends %s of %d bytes", (name, size, message) => {
    const queue = queueAfter({ type: "chosen", files: [named(name, size)] }, { type: "begun" });
    expect(queue.items[0]).toMatchObject({ state: "refused", message });
    expect(upNext(queue)).toBeUndefined();
  });

  it.each(["a.mp4", "b.WebM", "c.MOV", "d.avi", "e.mkv"])("takes %s of exactly 500 MB", (name) => {
    const queue = queueAfter({ type: "chosen", files: [named(name, 524_288_000)] });
    expect(queue.items[0]?.state).toBe("chosen");
  });

  it("shows 100 percent only when the server has said that it is done", () => {
    const item = { id: 1, file: talk, sent: talk.size };
    expect(percentOf({ ...item, state: "sending" })).toBe(99);
    expect(percentOf({ ...item, state: "done" })).toBe(100);
    expect(percentOf({ ...item, state: "sending", sent: talk.size / 2 })).toBe(50);
  });

  it("never has two uploads under way, whatever happens in whatever order", () => {
    const id = fc.integer({ min: 1, max: 4 });
    const event: fc.Arbitrary<QueueEvent | "send"> = fc.oneof(
      fc.constant("send" as const),
      fc.record({ type: fc.constant("chosen" as const), files: fc.constant([talk, demo]) }),
      fc.record({ type: fc.constant("begun" as const) }),
      fc.record({ type: fc.constantFrom("done" as const, "removed" as const), id }),
      fc.record({ type: fc.constant("failed" as const), id, message: fc.constant("no") }),
    );
    fc.assert(
      fc.property(fc.array(event, { minLength: 5, maxLength: 40 }), (events) => {
        let queue: Queue = emptyQueue;
        for (const happening of events) {
          const item = happening === "send" ? upNext(queue) : undefined;
          if (item) queue = next(queue, { type: "sending", id: item.id });
          else if (happening !== "send") queue = next(queue, happening);
          const ids = queue.items.map((known) => known.id);
          expect(new Set(ids).size).toBe(ids.length);
          expect(queue.items.filter(({ state }) => state === "sending").length).toBeLessThan(2);
        }
      }),
    );
  });
});

const further = (queue: Queue, ...events: Events) => events.reduce(next, queue);
