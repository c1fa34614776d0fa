import { describe, expect, it } from "vitest";
import { measureSpeed } from "#web/features/recorder/send/speed.ts";

const KIB = 1024;

/** A network of this many bytes per second, with a way there and back of so many milliseconds. */
function network(bytesPerSecond: number, wayMs: number, slowAnswers: number[] = []) {
  let clock = 0;
  const sent: number[] = [];
  const paused: number[] = [];
  const send = async (bytes: number) => {
    const extra = slowAnswers.includes(sent.length) ? 4_000 : 0;
    sent.push(bytes);
    clock += wayMs + extra + (bytes * 1000) / bytesPerSecond;
  };
  const pause = async (milliseconds: number) => {
    paused.push(milliseconds);
    clock += milliseconds;
  };
  return { sent, paused, measure: () => measureSpeed(send, { now: () => clock, pause }) };
}

describe("how fast the network sends", () => {
  it("is told by small probes where that is slow already, twice over, and after a while again", async () => {
    const { sent, paused, measure } = network(50 * KIB, 50);
    expect(await measure()).toBeCloseTo(50 * KIB, -3);
    const look = [1, 1, 64 * KIB, 64 * KIB];
    expect(sent).toEqual([...look, ...look]);
    expect(paused).toEqual([3_000]);
  });

  it("is told by larger probes where the small ones say no more than how far it is", async () => {
    const { sent, paused, measure } = network(5000 * KIB, 50);
    expect(await measure()).toBeCloseTo(5000 * KIB, -3);
    const [all, largest] = [[1, 1, 64 * KIB, 512 * KIB, 2048 * KIB], 2048 * KIB];
    expect(sent).toEqual([...all, largest]);
    expect(paused, "what is fast is not looked at again").toEqual([]);
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
