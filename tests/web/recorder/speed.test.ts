import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { measureSpeed } from "#web/features/recorder/send/speed.ts";

const KIB = 1024;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** A network of this many bytes per second, with a way there and back of so many milliseconds. */
function network(bytesPerSecond: number, wayMs: number, slowAnswers: number[] = []) {
  const sent: number[] = [];
  const send = async (bytes: number) => {
    const extra = slowAnswers.includes(sent.length) ? 4_000 : 0;
    sent.push(bytes);
    vi.advanceTimersByTime(wayMs + extra + (bytes * 1000) / bytesPerSecond);
  };
  const measure = async () => {
    const measured = measureSpeed(send);
    await vi.advanceTimersByTimeAsync(0);
    const looked = sent.length;
    await vi.advanceTimersByTimeAsync(2_999);
    expect(sent, "a second look takes place a while later").toHaveLength(looked);
    await vi.advanceTimersByTimeAsync(1);
    return measured;
  };
  return { sent, measure };
}

describe("how fast the network sends", () => {
  it("is told by small probes where that is slow already, twice over, and after a while again", async () => {
    const { sent, measure } = network(50 * KIB, 50);
    expect(await measure()).toBeCloseTo(50 * KIB, -3);
    const look = [1, 1, 64 * KIB, 64 * KIB];
    expect(sent).toEqual([...look, ...look]);
  });

  it("is told by larger probes where the small ones say no more than how far it is", async () => {
    const { sent, measure } = network(5000 * KIB, 50);
    expect(await measure()).toBeCloseTo(5000 * KIB, -3);
    const [all, largest] = [[1, 1, 64 * KIB, 512 * KIB, 2048 * KIB], 2048 * KIB];
    expect(sent, "what is fast is not looked at again").toEqual([...all, largest]);
  });

  it("is what it carries, however far it is", async () => {
    const near = await network(800 * KIB, 1).measure();
    const far = await network(800 * KIB, 1_000).measure();
    expect(far).toBeCloseTo(near, -2);
  });

  it.each([
    ["on the way", [0]],
    ["to the first probe", [2]],
    ["to the largest", [4]],
    ["to both of the first look", [4, 5]],
  ])("is not told by one slow answer %s", async (_where, slow) => {
    expect(await network(9000 * KIB, 5, slow).measure()).toBeGreaterThan(4000 * KIB);
  });

  it("is slow only where a second look says so, too", async () => {
    // The first look is slow from beginning to end, the second is not.
    expect(await network(9000 * KIB, 5, [2, 3, 4, 5]).measure()).toBeGreaterThan(4000 * KIB);
    expect(await network(20 * KIB, 5).measure()).toBeLessThan(21 * KIB);
  });

  it("is not known where nobody answers", async () => {
    const unanswered = async () => {
      throw new Error("no answer");
    };
    await expect(measureSpeed(unanswered)).rejects.toThrow("no answer");
  });
});
