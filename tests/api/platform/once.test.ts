import { describe, expect, it } from "vitest";
import { once } from "#api/platform/once.ts";

describe("what is made once", () => {
  it("is not made before somebody wants it, and then for all together", async () => {
    let made = 0;
    const wanted = once(async () => ++made);
    expect(made).toBe(0);
    expect(await Promise.all([wanted(), wanted()])).toEqual([1, 1]);
    expect(await wanted()).toBe(1);
  });

  it("is tried again after it could not be made", async () => {
    const tries = [Promise.reject(new Error("not just now")), Promise.resolve("made")];
    const wanted = once(() => tries.shift() ?? Promise.reject(new Error("made twice")));
    await expect(wanted()).rejects.toThrow("not just now");
    expect(await wanted()).toBe("made");
    expect(await wanted()).toBe("made");
  });
});
