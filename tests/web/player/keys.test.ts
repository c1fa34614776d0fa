import { describe, expect, it } from "vitest";
import { type Command, commandOf, rateAfter, type Standing } from "#web/features/player/keys.ts";

const pressed = (key: string, standing: Standing = "player") =>
  commandOf({ key, modified: false }, standing);

describe("keys in the player", () => {
  it.each<[string, Command]>([
    [" ", { do: "toggle" }],
    ["k", { do: "toggle" }],
    ["K", { do: "toggle" }],
    ["j", { do: "skip", seconds: -10 }],
    ["l", { do: "skip", seconds: 10 }],
    ["ArrowLeft", { do: "skip", seconds: -5 }],
    ["ArrowRight", { do: "skip", seconds: 5 }],
    ["ArrowUp", { do: "louder", by: 0.05 }],
    ["ArrowDown", { do: "louder", by: -0.05 }],
    ["Home", { do: "jump", to: 0 }],
    ["0", { do: "jump", to: 0 }],
    ["9", { do: "jump", to: 0.9 }],
    ["End", { do: "jump", to: 1 }],
    ["m", { do: "mute" }],
    ["f", { do: "fullscreen" }],
    ["t", { do: "theatre" }],
    ["c", { do: "captions" }],
    ["i", { do: "picture" }],
    ["<", { do: "faster", steps: -1 }],
    [">", { do: "faster", steps: 1 }],
    ["?", { do: "help" }],
  ])("%s", (key, command) => {
    expect(pressed(key)).toEqual(command);
  });

  it("leave the browser's own chords alone", () => {
    expect(commandOf({ key: "f", modified: true }, "player")).toBeUndefined();
  });
});

describe("keys elsewhere on the page", () => {
  it.each<[Standing, string, boolean]>([
    ["elsewhere", "k", false],
    ["elsewhere", "5", false],
    ["control", "k", true],
    ["control", " ", false],
    ["control", "ArrowLeft", false],
    ["control", "5", true],
    ["page", "5", true],
    ["player", "55", false],
    ["page", " ", true],
    ["page", "ArrowLeft", true],
    ["page", "ArrowDown", false],
    ["page", "Home", false],
    ["player", "q", false],
  ])("on %s, %s is taken: %s", (standing, key, isTaken) => {
    expect(pressed(key, standing) !== undefined).toBe(isTaken);
  });
});

describe("speed", () => {
  it.each([
    [1, 1, 1.25],
    [1, -1, 0.75],
    [3, 1, 3],
    [0.25, -1, 0.25],
    [1.1, 1, 1.25],
    [2.9, -1, 2.5],
    [1, 2, 1.5],
    [2.5, 2, 3],
  ])("%s and %s steps is %s", (rate, steps, result) => {
    expect(rateAfter(rate, steps)).toBe(result);
  });
});
