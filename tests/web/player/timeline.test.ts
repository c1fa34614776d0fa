import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  chapterAt,
  densityOf,
  densityPath,
  dotNear,
  dotsOf,
  type Mark,
  percentOf,
} from "#web/features/player/timeline.ts";

const comment = (time: number): Mark => ({
  kind: "comment",
  id: `c${time}`,
  time,
});
const reaction = (time: number): Mark => ({ kind: "reaction", time });

describe("comments on the seek bar", () => {
  it("share a dot where dots would touch", () => {
    const dots = dotsOf([comment(50), comment(10), comment(10.5)], 100);
    expect(dots.map(({ time, comments }) => [time, comments.length])).toEqual([
      [10, 2],
      [50, 1],
    ]);
  });

  it("leave out what lies past the end", () => {
    expect(dotsOf([comment(101)], 100)).toEqual([]);
    expect(dotsOf([comment(100)], 100)).toHaveLength(1);
  });

  it("are all on exactly one dot, in order, and dots keep their distance", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 100, noNaN: true })), (times) => {
        const dots = dotsOf(times.map(comment), 100);
        const shown = dots.flatMap(({ comments }) => comments.map(({ time }) => time));
        expect(shown).toEqual([...times].sort((one, other) => one - other));
        const tooClose = dots.some((dot, index) => dot.time - (dots[index - 1]?.time ?? -9) < 1.2);
        expect(tooClose).toBe(false);
      }),
    );
  });

  it("are hit from beside, by the nearest", () => {
    const dots = dotsOf([comment(10), comment(12)], 100);
    expect(dotNear(dots, 11.4, 1)?.time).toBe(12);
    expect(dotNear(dots, 20, 1)).toBeUndefined();
    expect(dotNear(dots, 13, 1)?.time).toBe(12);
    expect(dotNear(dots, 9, 1)?.time).toBe(10);
    expect(dotNear([], 10, 1)).toBeUndefined();
  });
});

describe("the curve of reactions", () => {
  it("is highest where most was reacted", () => {
    const heights = densityOf([reaction(75), reaction(75), reaction(25)], 100);
    expect(heights.indexOf(1)).toBe(72);
    expect(heights[24]).toBeCloseTo(0.5);
    expect(heights[0]).toBeLessThan(0.01);
  });

  it("does not exist without reactions at a moment", () => {
    expect(densityOf([comment(3)], 100)).toEqual([]);
    expect(densityPath([])).toBe("");
    expect(densityOf([reaction(0)], 0)).toEqual([]);
    expect(densityOf([reaction(101)], 100)).toEqual([]);
    expect(densityOf([reaction(100)], 100).at(-1)).toBe(1);
  });

  it("is a closed shape over the whole bar", () => {
    expect(densityPath([0, 1, 0.5])).toBe("M0 100L0 100L50 0L100 50L100 100Z");
  });
});

describe("a chapter", () => {
  const chapter = (time: number, title: string): Mark => ({ kind: "chapter", time, title });

  it("lasts until the next one begins, whatever else is marked", () => {
    const marks = [chapter(60, "The end"), comment(5), chapter(10, "The middle")];
    expect([9, 10, 59, 60, 99].map((time) => chapterAt(marks, time))).toEqual([
      undefined,
      "The middle",
      "The middle",
      "The end",
      "The end",
    ]);
  });

  it("makes neither dots nor a curve", () => {
    expect(dotsOf([chapter(10, "The middle")], 100)).toEqual([]);
    expect(densityOf([chapter(10, "The middle")], 100)).toEqual([]);
  });
});

describe("a part of the bar", () => {
  it.each([
    [5, 10, 50],
    [11, 10, 100],
    [-1, 10, 0],
    [5, 0, 0],
  ])("%s of %s is %s percent", (time, reach, percent) => {
    expect(percentOf(time, reach)).toBe(percent);
  });
});
