import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { isComposing, isListed, keyOf, useListedShortcuts } from "#web/lib/shortcuts.ts";
import { useLater } from "#web/lib/use-later.ts";
import { useCaptions } from "./captions.ts";
import { type Command, commandOf, perform, playerShortcuts, type Standing } from "./keys.ts";
import { reachOf } from "./playback.ts";
import type { PlayerProps } from "./player-props.ts";
import { startOf, storedPlaces, usePlaceKept } from "./use-place.ts";
import { usePlayback } from "./use-playback.ts";
import { useWatched } from "./use-watched.ts";

export function usePlayer(props: PlayerProps) {
  const { recordingId, tracks = [], startAt, duration = null } = props;
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const kept = props.isLive ? undefined : recordingId;
  const [start] = useState(() =>
    kept === undefined ? undefined : startOf(startAt, storedPlaces()[kept]?.time ?? 0, duration),
  );
  const options = { ...props, duration, startAt: start?.time };
  const { playback, sources: playing, dispatch, seekOnLoad } = usePlayback(video, options);
  const captions = useCaptions(video, tracks, props.onCaptionsLost);
  const screen = useScreen(props.stage ?? frame, video);
  const shown = useShown(playback.phase === "playing", playback.hasStarted);
  const [said, setSaid] = useState<{ text: string; count: number }>();
  const [isHelping, setHelping] = useState(false);
  const say = (text: string) => setSaid((last) => ({ text, count: (last?.count ?? 0) + 1 }));

  const run = (command: Command) => {
    shown.stir();
    if (command.do === "fullscreen") screen.toggleFull();
    else if (command.do === "picture") screen.togglePicture();
    else if (command.do === "theatre") props.theatre?.onToggle();
    else if (command.do === "help") setHelping(true);
    else if (command.do === "captions") captions.toggle();
    else if (video.current) {
      const text = perform(command, video.current, reachOf(playback));
      if (text) say(text);
    }
  };
  const seek = (time: number) => {
    if (video.current?.readyState) video.current.currentTime = time;
    else seekOnLoad.current = time;
  };

  useKeys(frame, run);
  usePlaceKept(kept, playback);
  useLinkedMoment(startAt, seek);
  const currentTime = () => video.current?.currentTime ?? 0;
  useImperativeHandle(props.ref, () => ({
    seek,
    currentTime,
    toggle: () => run({ do: "toggle" }),
  }));
  useWatched(video, props);
  const tell = useEffectEvent((seconds: number) => props.onTime?.(seconds));
  useEffect(() => void tell(playback.time), [playback.time]);
  return {
    ...{ frame, video, start, playback, playing, dispatch, captions, screen, shown },
    ...{ said, isHelping, setHelping, run, seek },
    onCopyMoment: useMoment(props, currentTime, say),
  };
}

/** A link to a moment was followed, also to another one of the same video. */
function useLinkedMoment(startAt: number | undefined, seek: (time: number) => void) {
  const follow = useEffectEvent(() => {
    if (startAt !== undefined) seek(startAt);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another moment is followed
  useEffect(() => follow(), [startAt]);
}

function useMoment(
  { linkAt }: PlayerProps,
  currentTime: () => number,
  say: (text: string) => void,
) {
  const { copy } = useCopy();
  if (!linkAt) return undefined;
  return () => {
    const link = Promise.resolve(linkAt(Math.floor(currentTime())));
    const sayWhy = () => say("The browser refused to copy");
    // A link that could not be made has had its own words.
    void copy(link).then(
      () => say("Link copied"),
      () => link.then(sayWhy, () => {}),
    );
  };
}

const LINGER = 2_500;

/** Whether the bar shows: for a moment after every movement, and always while paused once it has played. */
export function useShown(isPlaying: boolean, hasStarted: boolean) {
  // Counted, so that each starts the wait anew.
  const [stirs, setStirs] = useState(0);
  useLater(isPlaying && stirs > 0 && LINGER, () => setStirs(0), stirs);
  return {
    isShown: stirs > 0 || (hasStarted && !isPlaying),
    stir: () => setStirs((count) => count + 1),
    hide: () => setStirs(0),
  };
}

export function useKeys(frame: RefObject<HTMLElement | null>, run: (command: Command) => void) {
  useListedShortcuts(playerShortcuts);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const command = commandOf(
      { key: keyOf(event), modified },
      standingOf(event.target, frame.current),
    );
    if (!command || (command.do === "help" && pageHelps())) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    run(command);
  });
  useEffect(() => {
    // Before everybody else, and before another player whose turn comes next, so that no key does two things.
    window.addEventListener("keydown", pressed, { capture: true });
    return () => window.removeEventListener("keydown", pressed, { capture: true });
  }, []);
}

/** The page's list of shortcuts names the player's keys, too; in full screen the list could not be seen. */
const pageHelps = () => isListed("?") && !document.fullscreenElement;

const FIELDS = "input:not([type=range]), textarea, select, [contenteditable], [role=textbox]";
const LAYERS = "[role=menu], [role=listbox], [role=dialog], [role=alertdialog], [role=combobox]";
const CONTROLS =
  "a, button, summary, input, [tabindex]:not([tabindex='-1']), [role=radio], [role=tab]";

function standingOf(target: EventTarget | null, frame: HTMLElement | null): Standing {
  if (!(target instanceof Element)) return "page";
  if (target.closest(FIELDS) || target.closest(LAYERS)) return "elsewhere";
  const isInside = frame?.contains(target) ?? false;
  // The arrows of the slider for the volume are its own.
  if (isInside && !target.matches("button, [aria-label=Volume]")) return "player";
  return target.closest(CONTROLS) ? "control" : "page";
}

export function useScreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [isFull, setFull] = useState(false);

  useEffect(() => {
    const read = () =>
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
    document.addEventListener("fullscreenchange", read);
    return () => document.removeEventListener("fullscreenchange", read);
  }, [frame]);

  // A refusal (no gesture, forbidden by the embedding page) leaves things as they are.
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    else if (frame.current?.requestFullscreen)
      void frame.current.requestFullscreen().catch(() => {});
    else video.current?.webkitEnterFullscreen?.();
  };
  const togglePicture = () => {
    const element = video.current;
    const isPicture = element !== null && document.pictureInPictureElement === element;
    const change = isPicture ? document.exitPictureInPicture() : element?.requestPictureInPicture();
    void change?.catch(() => {});
  };
  const canPicture = document.pictureInPictureEnabled === true;
  return { isFull, canPicture, toggleFull, togglePicture };
}
