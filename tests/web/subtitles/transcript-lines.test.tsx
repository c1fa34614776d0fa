// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TranscriptLines } from "#web/features/subtitles/transcript/transcript-lines.tsx";
import { newClock } from "#web/lib/clock.ts";

const cues = [
  { start: 0, end: 4, text: "Welcome to the demo." },
  { start: 4, end: 9, text: "This is how we ship." },
];

let jumps: number[];
beforeEach(() => {
  jumps = [];
  render(
    <TranscriptLines
      cues={cues}
      language="en"
      clock={newClock()}
      onJump={(seconds) => jumps.push(seconds)}
    />,
  );
});
afterEach(() => {
  getSelection()?.removeAllRanges();
  cleanup();
});

const words = () => screen.getByText("This is how we ship.");

describe("a line of a transcript", () => {
  it("leads to its moment, by its words and by its button", () => {
    words().click();
    screen.getByRole("button", { name: "Go to 0:00" }).click();
    expect(jumps).toEqual([4, 0]);
  });

  it("leads nowhere while words of it are marked, and does again afterwards", () => {
    getSelection()?.selectAllChildren(words());
    words().click();
    expect(jumps).toEqual([]);
    getSelection()?.removeAllRanges();
    words().click();
    expect(jumps).toEqual([4]);
  });

  it("is not left by a press between the lines", () => {
    screen.getByRole("list", { name: "Transcript" }).click();
    expect(jumps).toEqual([]);
  });
});
