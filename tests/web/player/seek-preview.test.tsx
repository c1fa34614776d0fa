// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { SeekPreview } from "#web/features/player/bar/seek-bar.tsx";
import { renderPlayer } from "./a-player.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const comment = (id: string, text?: string) => ({
  kind: "comment" as const,
  id,
  time: 12,
  ...(text && { says: { author: "Ada", text } }),
});
const sheet = {
  src: "/sheet.jpg",
  shape: { tiles: 12, seconds_each: 10, tile_width: 160, tile_height: 90 },
};
const preview = () => screen.getByTestId("seek-preview");

describe("what is seen over the seek bar", () => {
  it("is the picture of that moment, and what was said there", () => {
    const dot = { time: 12, comments: [comment("a", "The new button"), comment("b")] };
    render(<SeekPreview time={13} reach={120} sheet={sheet} dot={dot} chapter="The middle" />);
    expect(preview().textContent).toBe("0:12The middleAda The new buttonand 1 more");
    // The second of the first row.
    expect(screen.getByTestId("seek-picture").style.backgroundPosition).toBe("-160px 0px");
    expect(preview().style.left).toBe("10%");
  });

  it("counts comments whose words are not there yet", () => {
    const dot = { time: 12, comments: [comment("a")] };
    render(<SeekPreview time={12} reach={120} sheet={undefined} dot={dot} chapter={undefined} />);
    expect(preview().textContent).toBe("0:121 comment");
  });
});

test("the bar stays in sight while a finger drags in it, and goes some time after that", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { report } = renderPlayer();
  report({ paused: false, currentTime: 3 });
  const isShown = () => !screen.getByRole("region").classList.contains("cursor-none");
  const wait = () => act(() => void vi.advanceTimersByTime(2_000));
  for (const clientX of [10, 20, 30]) {
    fireEvent.pointerMove(screen.getByLabelText("Seek"), { pointerType: "touch", clientX });
    wait();
    expect(isShown()).toBe(true);
  }
  wait();
  expect(isShown()).toBe(false);
});
