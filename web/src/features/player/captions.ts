import { type RefObject, useEffect, useState } from "react";
import { keepPreferences, storedPreferences } from "./preferences.ts";

export interface CaptionTrack {
  id: string;
  src: string;
  /** ISO 639, as `srclang` wants it. */
  language: string;
  label: string;
}

/** Which track is on and what it says now. We draw the lines: the browser's would lie under the bar. */
export function useCaptions(
  video: RefObject<HTMLVideoElement | null>,
  tracks: readonly CaptionTrack[],
) {
  // Undefined until somebody chooses here: what was chosen for the last video applies, if it exists.
  const [chosen, setChosen] = useState<string | null>();
  const [lines, setLines] = useState<readonly string[]>([]);
  const showing = chosen === undefined ? preferredTrack(tracks) : chosen;

  useEffect(() => {
    const element = showing && video.current?.querySelector(`track[data-id="${showing}"]`);
    if (!(element instanceof HTMLTrackElement)) return;
    const { track } = element;
    const read = () => setLines([...(track.activeCues ?? [])].map(textOf));
    track.mode = "hidden";
    read();
    track.addEventListener("cuechange", read);
    return () => {
      track.removeEventListener("cuechange", read);
      track.mode = "disabled";
      setLines([]);
    };
  }, [showing, video]);

  const choose = (id: string | null) => {
    setChosen(id);
    keepPreferences({ captions: tracks.find((track) => track.id === id)?.language ?? null });
  };
  const toggle = () => {
    const first = preferredTrack(tracks) ?? tracks[0]?.id ?? null;
    choose(showing === null ? first : null);
  };
  return { showing, lines, choose, toggle };
}

function preferredTrack(tracks: readonly CaptionTrack[]) {
  const { captions } = storedPreferences();
  return tracks.find(({ language }) => language === captions)?.id ?? null;
}

/** A cue's markup names voices and slants; its words are what is shown. */
function textOf(cue: TextTrackCue) {
  return cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? "") : "";
}
