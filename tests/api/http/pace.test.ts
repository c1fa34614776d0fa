import { describe, expect, it } from "vitest";
import { HttpError } from "#api/http/errors.ts";
import { Pace } from "#api/http/limits/pace.ts";

const limit = { capacity: 3, period: 30, message: "Slowly, please." };

/** How many of so many are let through at once. */
function letThrough(pace: Pace, subject: string, at: number, tries = 10): number {
  let count = 0;
  for (let attempt = 0; attempt < tries; attempt++) {
    try {
      pace.take(subject, at);
      count += 1;
    } catch (error) {
      if (!(error instanceof HttpError && error.status === 429)) throw error;
    }
  }
  return count;
}

describe("a pace of this process", () => {
  it("lets through what it holds, and then as much as comes in again", () => {
    const pace = new Pace(limit);
    expect(letThrough(pace, "Ada", 0)).toBe(3);
    expect(letThrough(pace, "Ada", 9_999)).toBe(0);
    expect(letThrough(pace, "Ada", 10_000)).toBe(1);
    expect(letThrough(pace, "Ada", 7 * 86_400_000), "after an idle week").toBe(3);
  });

  it("says in words and in seconds how long to wait", () => {
    const pace = new Pace(limit);
    letThrough(pace, "Ada", 0);
    expect(() => pace.take("Ada", 2_000)).toThrow(
      expect.objectContaining({
        message: "Slowly, please.",
        more: { headers: { "Retry-After": "8" } },
      }),
    );
  });

  it("counts each for itself, and forgets whom it has not heard of for longest", () => {
    const pace = new Pace(limit);
    expect(letThrough(pace, "Ada", 0)).toBe(3);
    expect(letThrough(pace, "Ben", 0)).toBe(3);
    for (let other = 0; other < 9_999; other++) pace.take(`other ${other}`, 0);
    expect(letThrough(pace, "Ben", 0), "still known").toBe(0);
    expect(letThrough(pace, "Ada", 0), "forgotten").toBe(3);
  });

  it("forgets nobody whom it has heard of lately, however long it knows them", () => {
    const pace = new Pace(limit);
    pace.take("Ada", 0);
    for (let other = 0; other < 9_999; other++) pace.take(`other ${other}`, 0);
    expect(letThrough(pace, "Ada", 0)).toBe(2);
    for (let other = 0; other < 9_999; other++) pace.take(`one more ${other}`, 0);
    expect(letThrough(pace, "Ada", 0), "still known").toBe(0);
  });
});
