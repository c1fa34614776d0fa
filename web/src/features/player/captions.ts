import { type RefObject, useEffect, useState } from "react";
import { useLater } from "#web/lib/use-later.ts";
import { keepPreferences, storedPreferences } from "./preferences.ts";

export interface CaptionTrack {
  id: string;
  src: string;
  /** ISO 639, as `srclang` wants it. */
  language: string;
  label: string;
}

/** The track that is on, and its words now. We draw the lines: the browser's would lie under the bar. */
export function useCaptions(
  video: RefObject<HTMLVideoElement | null>,
  tracks: readonly CaptionTrack[],
  onLost?: () => void,
) {
  // Undefined until somebody chooses here: a viewer who had captions for the last video has them for this one.
  const [chosen, setChosen] = useState<string | null>();
  const [lines, setLines] = useState<readonly string[]>([]);
  // An element asks for its file once: another number of tries makes another element, after a minute at most.
  const [tries, setTries] = useState(0);
  const [isLost, setLost] = useState(false);
  useLater(isLost && Math.min(4 ** tries, 60) * 1000, () => {
    setTries(tries + 1);
    onLost?.();
  });
  const showing = shownTrack(tracks, chosen);
  const { src, language } = tracks.find(({ id }) => id === showing) ?? {};

  // biome-ignore lint/correctness/useExhaustiveDependencies: an edited track is another element under the same id
  useEffect(() => {
    const element = showing && video.current?.querySelector(`track[data-id="${showing}"]`);
    if (!(element instanceof HTMLTrackElement)) return;
    const { track } = element;
    const read = () => setLines([...(track.activeCues ?? [])].map(textOf));
    const lose = () => setLost(true);
    track.mode = "hidden";
    read();
    if (element.readyState === HTMLTrackElement.ERROR) lose();
    element.addEventListener("error", lose);
    track.addEventListener("cuechange", read);
    return () => {
      setLost(false);
      element.removeEventListener("error", lose);
      track.removeEventListener("cuechange", read);
      track.mode = "disabled";
      setLines([]);
    };
  }, [showing, src, tries, video]);

  const choose = (id: string | null) => {
    setChosen(id);
    const captions = tracks.find((track) => track.id === id)?.language;
    keepPreferences({ captioned: id !== null, ...(captions && { captions }) });
  };
  const toggle = () => {
    if (tracks.length > 0) choose(showing === null ? preferredTrack(tracks) : null);
  };
  return { showing, lines, language, tries, choose, toggle };
}

function shownTrack(tracks: readonly CaptionTrack[], chosen: string | null | undefined) {
  if (chosen === null) return null;
  // The chosen track may have been deleted since.
  const track = tracks.find(({ id }) => id === chosen);
  if (track) return track.id;
  return storedPreferences().captioned ? preferredTrack(tracks) : null;
}

/** The track in the language that was chosen last, else in one of the viewer's, else whichever there is. */
export function preferredTrack(
  tracks: readonly Pick<CaptionTrack, "id" | "language">[],
  chosen: string | null = storedPreferences().captions,
  spoken: readonly string[] = navigator.languages,
): string | null {
  const wished = [chosen, ...spoken.map((tag) => tag.split("-")[0])];
  for (const wish of wished) {
    const track = tracks.find(({ language }) => language === wish);
    if (track) return track.id;
  }
  return tracks[0]?.id ?? null;
}

/** A cue's markup names voices and slants; its words are what is shown. */
const textOf = (cue: TextTrackCue) =>
  cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? "") : "";
