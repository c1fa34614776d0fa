import { describe, expect, it } from "vitest";
import { othersBehind } from "#web/data/others-watching.ts";
import { whoInWords } from "#web/features/recordings/detail/watching.tsx";

const watcher = (key: string, username: string) => ({
  key,
  user_id: `id of ${username}`,
  username,
});

describe("who watches", () => {
  it.each<[string, string[], number]>([
    ["Ada", ["Ada"], 0],
    ["Ada and Ben", ["Ada", "Ben"], 0],
    ["Ada, Ben and Cleo", ["Ada", "Ben", "Cleo"], 0],
    ["Ada, Ben, Cleo and 1 more", ["Ada", "Ben", "Cleo", "Dora"], 0],
    ["Ada, Ben, Cleo and 4 more", ["Ada", "Ben", "Cleo", "Dora", "Emil"], 2],
    ["Ada, Ben, Cleo and 2 with the link", ["Ada", "Ben", "Cleo"], 2],
    ["Ada and somebody with the link", ["Ada"], 1],
    ["somebody with the link", [], 1],
    ["2 with the link", [], 2],
    ["", [], 0],
  ])("is said as '%s'", (words, names, unnamed) => {
    expect(whoInWords({ names, unnamed })).toBe(words);
  });

  it("is each person once, nobody that the owner is, and whoever has no key or another's", () => {
    const watchers = [
      watcher("1", "Ada"),
      watcher("2", "Ada"),
      watcher("3", "Me"),
      watcher("4", "Gone"),
    ];
    expect(othersBehind(["1", "2", "3", undefined, "unknown"], watchers, "id of Me")).toEqual({
      names: ["Ada"],
      unnamed: 2,
    });
  });
});
