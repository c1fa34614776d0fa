import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Passage } from "#api/features/moves/passage.ts";
import { StoreUnreachable } from "#api/platform/objects/store.ts";

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }),
);
afterEach(() => void vi.useRealTimers());

const PATIENCE = 5000;

const newPassage = () =>
  new Passage({
    total: 1000,
    report: async () => true,
    signal: new AbortController().signal,
    patience: PATIENCE,
  });

test("bytes may flow for much longer than anybody waits for the next one", () => {
  const passage = newPassage();
  for (let waited = 0; waited < 20 * PATIENCE; waited += PATIENCE - 1) {
    vi.advanceTimersByTime(PATIENCE - 1);
    expect(() => passage.passed(1)).not.toThrow();
  }
  passage.close();
});

test("a way on which nothing has passed for too long is broken, however much passed before", async () => {
  const passage = newPassage();
  for (let sent = 0; sent < 20; sent++) {
    vi.advanceTimersByTime(1000);
    passage.passed(1);
  }
  const waiting = passage.unlessEnded(new Promise(() => {}));
  waiting.catch(() => {});
  vi.advanceTimersByTime(PATIENCE + 1001);
  await expect(waiting).rejects.toThrow(StoreUnreachable);
  expect(() => passage.passed(1)).toThrow();
  passage.close();
});
