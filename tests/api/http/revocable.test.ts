import { describe, expect, it, vi } from "vitest";
import { tellChanged } from "#api/http/changed.ts";
import { revocable } from "#api/http/revocable.ts";

/** Chunks 1, 2, 3 … for as long as somebody reads. */
function endless() {
  let count = 0;
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => controller.enqueue(Uint8Array.of(++count)),
      cancel: () => {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, wasCancelled: () => cancelled };
}

describe("a body that may be taken back", () => {
  it("passes every byte of a file on and ends where it ends", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(60_000));
    const passed = revocable(new Blob([bytes]), async () => true, 0);
    expect(new Uint8Array(await new Response(passed).arrayBuffer())).toEqual(bytes);
  });

  it("is cut at the first look that says no, and lets go of what it read", async () => {
    const { body, wasCancelled } = endless();
    let looks = 0;
    const reader = revocable(body, async () => ++looks < 3, 0).getReader();
    await reader.read();
    await reader.read();
    await expect(reader.read()).rejects.toThrow("does not open this any more");
    expect(wasCancelled()).toBe(true);
  });

  it("is cut when the look itself fails", async () => {
    const { body } = endless();
    const failing = revocable(body, () => Promise.reject(new Error("ended session")), 0);
    await expect(failing.getReader().read()).rejects.toThrow("does not open this any more");
  });

  it("is looked at only every so often", async () => {
    const { body } = endless();
    let looks = 0;
    const look = async () => {
      looks++;
      return true;
    };
    const reader = revocable(body, look, 60_000).getReader();
    for (let n = 0; n < 50; n++) await reader.read();
    expect(looks).toBe(0);
    const later = performance.now() + 60_000;
    vi.spyOn(performance, "now").mockImplementation(() => later);
    for (let n = 0; n < 50; n++) await reader.read();
    expect(looks, "once, and then not before the same time has passed").toBe(1);
    vi.restoreAllMocks();
  });

  it("is looked at at once when the recording that it is about becomes another film", async () => {
    const { body, wasCancelled } = endless();
    const reader = revocable(body, async () => false, 60_000, "one").getReader();
    await reader.read();
    tellChanged("another");
    await reader.read();
    tellChanged("one");
    await expect(reader.read()).rejects.toThrow("does not open this any more");
    expect(wasCancelled()).toBe(true);
  });

  it("lets go of the source when nobody reads on", async () => {
    const { body, wasCancelled } = endless();
    await revocable(body, async () => true, 0).cancel();
    expect(wasCancelled()).toBe(true);
  });
});
