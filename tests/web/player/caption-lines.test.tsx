// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Cue, withCues } from "./a-cue.ts";
import { renderPlayer } from "./a-player.tsx";

withCues();
afterEach(cleanup);

test("captions are in their language, and those that say the same twice at once go with their moment", () => {
  renderPlayer({ tracks: [{ id: "1", src: "/1", language: "en", label: "English" }] });
  const track = Object.assign(new EventTarget(), { mode: "disabled", activeCues: [] });
  const element = document.querySelector("track");
  Object.defineProperty(element, "track", { value: track });
  fireEvent.keyDown(document.body, { key: "c" });
  const shown = (...texts: string[]) => {
    Object.assign(track, { activeCues: texts.map((text) => new Cue(text)) });
    act(() => void track.dispatchEvent(new Event("cuechange")));
    const player = screen.getByRole("region", { name: "Player: How we ship" });
    return [...player.querySelectorAll("[dir=auto]")].map(({ textContent }) => textContent);
  };
  expect(shown("Music", "Music")).toEqual(["Music", "Music"]);
  expect(shown("Hello")).toEqual(["Hello"]);
  expect(screen.getByText("Hello").lang).toBe("en");
});
