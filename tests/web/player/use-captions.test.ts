// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCaptions } from "#web/features/player/captions.ts";

class Cue {
  constructor(private readonly words: string) {}
  getCueAsHTML = () => ({ textContent: this.words });
}
beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("VTTCue", Cue);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("what a track says now goes with it, when another is chosen or none", () => {
  const says: Record<string, string[]> = { en: ["Hello"], de: [] };
  const video = document.createElement("video");
  const listening = new Set<string>();
  for (const [id, words] of Object.entries(says)) {
    const element = document.createElement("track");
    element.dataset.id = id;
    const track = {
      mode: "disabled",
      activeCues: words.map((one) => new Cue(one)),
      addEventListener: () => void listening.add(id),
      removeEventListener: () => void listening.delete(id),
    };
    Object.defineProperty(element, "track", { value: track });
    video.append(element);
  }
  const tracks = Object.keys(says).map((id) => ({ id, src: id, language: id, label: id }));
  const place = { current: video };
  const { result } = renderHook(() => useCaptions(place, tracks));
  const choose = (id: string | null) => act(() => result.current.choose(id));
  choose("en");
  expect(result.current.lines).toEqual(["Hello"]);
  choose("de");
  expect(result.current.lines).toEqual([]);
  choose("en");
  choose(null);
  expect(result.current).toMatchObject({ showing: null, lines: [] });
  expect([...listening]).toEqual([]);
});
