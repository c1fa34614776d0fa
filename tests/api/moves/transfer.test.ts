import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NobodyWantsIt, Transfer } from "#api/features/moves/transfer.ts";
import { StoreUnreachable } from "#api/platform/objects/store.ts";

beforeEach(
  () => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }),
);
afterEach(() => void vi.useRealTimers());

const PATIENCE = 5000;

const newTransfer = (wishes: Partial<ConstructorParameters<typeof Transfer>[0]> = {}) =>
  new Transfer({
    total: 1000,
    report: async () => true,
    signal: new AbortController().signal,
    patience: PATIENCE,
    ...wishes,
  });

test("bytes may flow for much longer than anybody waits for the next one", () => {
  const transfer = newTransfer();
  for (let waited = 0; waited < 20 * PATIENCE; waited += PATIENCE - 1) {
    vi.advanceTimersByTime(PATIENCE - 1);
    expect(() => transfer.passed(1)).not.toThrow();
  }
  transfer.close();
});

test("a way on which nothing has passed for too long is broken, however much passed before", async () => {
  const transfer = newTransfer();
  for (let sent = 0; sent < 20; sent++) {
    vi.advanceTimersByTime(1000);
    transfer.passed(1);
  }
  const waiting = transfer.unlessEnded(new Promise(() => {}));
  waiting.catch(() => {});
  vi.advanceTimersByTime(PATIENCE + 1001);
  await expect(waiting).rejects.toThrow(StoreUnreachable);
  expect(() => transfer.passed(1)).toThrow();
  transfer.close();
});

test("it is told once a second how far the bytes are, never that all are there, and not after the end", () => {
  const told: number[] = [];
  const report = async (percent: number) => told.push(percent) > 0;
  const transfer = newTransfer({ report });
  transfer.passed(555);
  vi.advanceTimersByTime(2000);
  transfer.passed(445);
  vi.advanceTimersByTime(1000);
  expect(told).toEqual([55, 55, 99]);
  transfer.close();
  vi.advanceTimersByTime(5000);
  expect(told).toHaveLength(3);
});

test("what nobody wants any more ends at the next look, and a look that fails ends nothing", async () => {
  const failing = newTransfer({ report: () => Promise.reject(new Error("the database is away")) });
  const unwanted = newTransfer({ report: async () => false });
  const waiting = unwanted.unlessEnded(new Promise(() => {}));
  waiting.catch(() => {});
  vi.advanceTimersByTime(1000);
  await expect(waiting).rejects.toThrow(NobodyWantsIt);
  expect(() => unwanted.passed(1)).toThrow(NobodyWantsIt);
  expect(() => failing.passed(1)).not.toThrow();
  failing.close();
  unwanted.close();
});

test("a server that stops ends what is on its way, also what begins after that", async () => {
  const stop = new AbortController();
  const transfer = newTransfer({ signal: stop.signal });
  const waiting = transfer.unlessEnded(new Promise(() => {}));
  waiting.catch(() => {});
  stop.abort(new Error("stopping"));
  await expect(waiting).rejects.toThrow("stopping");
  await expect(transfer.unlessEnded(new Promise(() => {}))).rejects.toThrow("stopping");
  expect(() => transfer.passed(1)).toThrow("stopping");
  transfer.close();
});
