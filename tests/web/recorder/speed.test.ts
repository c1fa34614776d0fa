// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { lastSpeed, measureSpeed } from "#web/features/recorder/send/speed.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const KIB = 1024;

/** A network of this many bytes per second, with a way there and back of so many milliseconds. */
function network(bytesPerSecond: number, wayMs: number) {
  let clock = 0;
  const sent: number[] = [];
  const send = async (bytes: number) => {
    sent.push(bytes);
    clock += wayMs + (bytes * 1000) / bytesPerSecond;
  };
  return { sent, measure: () => measureSpeed(send, () => clock) };
}

describe("how fast the network sends", () => {
  it("is told by one small probe where that is slow already", async () => {
    const { sent, measure } = network(50 * KIB, 50);
    expect(await measure()).toBeCloseTo(50 * KIB, -4);
    expect(sent).toEqual([64 * KIB]);
  });

  it("is told by larger probes where the small ones say no more than how far it is", async () => {
    const { sent, measure } = network(5000 * KIB, 50);
    const speed = await measure();
    expect(speed).toBeGreaterThan(4000 * KIB);
    expect(speed).toBeLessThanOrEqual(5000 * KIB);
    expect(sent).toEqual([64 * KIB, 512 * KIB, 2048 * KIB]);
    expect(lastSpeed()).toBe(Math.round(speed));
  });

  it("is not known, and what was known stays, where nobody answers", async () => {
    await network(100 * KIB, 10).measure();
    const before = lastSpeed();
    const unanswered = async () => {
      throw new Error("no answer");
    };
    await expect(measureSpeed(unanswered)).rejects.toThrow("no answer");
    expect(lastSpeed()).toBe(before);
  });

  it("is told to whoever asks although the browser has no room to keep it", async () => {
    vi.stubGlobal("localStorage", {
      setItem() {
        throw new DOMException("The quota has been exceeded.", "QuotaExceededError");
      },
    });
    expect(await network(50 * KIB, 50).measure()).toBeCloseTo(50 * KIB, -4);
  });
});
