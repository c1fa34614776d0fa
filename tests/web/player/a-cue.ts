import { afterEach, beforeEach, vi } from "vitest";

/** A caption that says these words. */
export class Cue {
  constructor(private readonly words: string) {}
  getCueAsHTML = () => ({ textContent: this.words });
}

/** A browser with captions, in which nobody has chosen any yet. */
export function withCues() {
  beforeEach(() => {
    localStorage.clear();
    vi.stubGlobal("VTTCue", Cue);
  });
  afterEach(() => void vi.unstubAllGlobals());
}
