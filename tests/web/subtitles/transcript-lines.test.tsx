// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
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

describe("a long transcript", () => {
  const LINES = 120;
  const long = Array.from({ length: LINES }, (_, n) => ({
    start: n * 2,
    end: n * 2 + 1,
    text: `Line ${n}`,
  }));
  const show = () => {
    cleanup();
    const clock = newClock();
    render(<TranscriptLines cues={long} language="en" clock={clock} onJump={() => {}} />);
    return (seconds: number) => act(() => clock.tell(seconds));
  };
  const marked = () =>
    screen
      .getAllByRole("listitem")
      .flatMap((line, place) => (line.getAttribute("aria-current") ? [place] : []));

  it("marks the one line that is said, wherever it stands", () => {
    const at = show();
    expect(screen.getAllByRole("listitem")).toHaveLength(LINES);
    for (const line of [0, 49, 50, 99, 100, LINES - 1]) {
      at(line * 2 + 1.5); // between two it is still the one before
      expect(marked()).toEqual([line]);
    }
  });

  it("keeps it in the upper third of what is shown, until somebody reads elsewhere", () => {
    const at = show();
    const list = screen.getByRole("list", { name: "Transcript" });
    Object.defineProperty(list, "clientHeight", { value: 320 });
    const rect = vi.spyOn(HTMLElement.prototype, "getBoundingClientRect");
    rect.mockImplementation(function (this: HTMLElement) {
      const place = Number(this.dataset.line ?? Number.NaN);
      if (Number.isNaN(place)) return new DOMRect(0, 50, 0, 320);
      return new DOMRect(0, 50 + place * 20 - list.scrollTop, 0, 20);
    });
    at(60);
    expect(list.scrollTop).toBe(30 * 20 - 100);
    at(80);
    expect(list.scrollTop).toBe(40 * 20 - 100);
    fireEvent.wheel(list);
    at(100);
    expect(list.scrollTop).toBe(40 * 20 - 100);
    fireEvent.click(screen.getByRole("button", { name: "Follow the recording" }));
    expect(list.scrollTop).toBe(50 * 20 - 100);
    rect.mockRestore();
  });
});
