import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { z } from "zod";
import { stored } from "#web/lib/browser/browser-storage.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { isListed, useListedShortcuts } from "#web/lib/shortcuts.ts";
import { useCaptions } from "./captions.ts";
import { type Command, commandOf, perform, playerShortcuts, type Standing } from "./keys.ts";
import { type Playback, reachOf } from "./playback.ts";
import type { PlayerProps } from "./player-props.ts";
import { usePlayback } from "./use-playback.ts";
import { useWatched } from "./use-watched.ts";

export function usePlayer(props: PlayerProps) {
  const { recordingId, tracks = [], startAt, duration = null } = props;
  const frame = useRef<HTMLElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const start = useStart(props.isLive ? undefined : recordingId, startAt);
  const options = { ...props, duration, startAt: start?.time };
  const { playback, sources: playing, dispatch, seekOnLoad } = usePlayback(video, options);
  const captions = useCaptions(video, tracks);
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
  usePlaceKept(props.isLive ? undefined : recordingId, playback);
  useLinkedMoment(startAt, seek);
  const currentTime = () => video.current?.currentTime ?? 0;
  useImperativeHandle(props.ref, () => ({
    seek,
    currentTime,
    toggle: () => run({ do: "toggle" }),
  }));
  useWatched(video, props);
  useTold(playback.time, props.onTime);
  return {
    ...{ frame, video, start, playback, playing, dispatch, captions, screen, shown },
    ...{ said, isHelping, setHelping, run, seek },
    onCopyMoment: useMoment(props, currentTime, say),
  };
}

function useTold(time: number, onTime: PlayerProps["onTime"]) {
  const tell = useEffectEvent((seconds: number) => onTime?.(seconds));
  useEffect(() => void tell(time), [time]);
}

/** A link to another moment of the same video was followed. */
function useLinkedMoment(startAt: number | undefined, seek: (time: number) => void) {
  const followed = useRef(startAt);
  const follow = useEffectEvent(() => {
    if (followed.current === startAt) return;
    followed.current = startAt;
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
  return () =>
    void copy(Promise.resolve(linkAt(Math.floor(currentTime())))).then(
      () => say("Link copied"),
      () => undefined, // said where it was asked for
    );
}

const LINGER = 2_500;

/** Whether the bar shows: for a moment after every movement, and always while paused once it has played. */
export function useShown(isPlaying: boolean, hasStarted: boolean) {
  const [isAwake, setAwake] = useState(false);
  const [stirred, setStirred] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each stir starts the wait anew
  useEffect(() => {
    if (!isPlaying || !isAwake) return;
    const timer = setTimeout(() => setAwake(false), LINGER);
    return () => clearTimeout(timer);
  }, [isPlaying, isAwake, stirred]);

  const stir = () => {
    setAwake(true);
    setStirred((count) => count + 1);
  };
  return { isShown: isAwake || (hasStarted && !isPlaying), stir, hide: () => setAwake(false) };
}

export function useKeys(frame: RefObject<HTMLElement | null>, run: (command: Command) => void) {
  useListedShortcuts(playerShortcuts);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing) return;
    const modified = event.ctrlKey || event.metaKey || event.altKey;
    const command = commandOf(
      { key: event.key, modified },
      standingOf(event.target, frame.current),
    );
    if (!command || (command.do === "help" && pageHelps())) return;
    event.preventDefault();
    event.stopPropagation();
    run(command);
  });
  useEffect(() => {
    // Before everybody else, so that no key does two things.
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
  if (isInside && !target.matches("button")) return "player";
  return target.closest(CONTROLS) ? "control" : "page";
}

export function useScreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
) {
  const [isFull, setFull] = useState(false);
  const [isPicture, setPicture] = useState(false);

  useEffect(() => {
    const element = video.current;
    const stopped = new AbortController();
    const { signal } = stopped;
    const read = () => {
      setFull(document.fullscreenElement !== null && document.fullscreenElement === frame.current);
      setPicture(element !== null && document.pictureInPictureElement === element);
    };
    document.addEventListener("fullscreenchange", read, { signal });
    element?.addEventListener("enterpictureinpicture", read, { signal });
    element?.addEventListener("leavepictureinpicture", read, { signal });
    return () => stopped.abort();
  }, [frame, video]);

  // A refusal (no gesture, forbidden by the embedding page) leaves things as they are.
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => {});
    else if (frame.current?.requestFullscreen)
      void frame.current.requestFullscreen().catch(() => {});
    else video.current?.webkitEnterFullscreen?.();
  };
  const togglePicture = () => {
    const change = isPicture
      ? document.exitPictureInPicture()
      : video.current?.requestPictureInPicture();
    void change?.catch(() => {});
  };
  return { isFull, isPicture, canPicture: canPicture(), toggleFull, togglePicture };
}

const canPicture = () => document.pictureInPictureEnabled === true;

function useStart(recordingId: string | undefined, startAt: number | undefined) {
  const [start] = useState(() =>
    recordingId === undefined ? undefined : startOf(startAt, storedPlaces(), recordingId),
  );
  return start;
}

export function usePlaceKept(recordingId: string | undefined, { phase, time, duration }: Playback) {
  const moment = Math.floor(time / 5);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the exact time changes too often to be kept each time
  useEffect(() => {
    if (recordingId === undefined) return;
    if (time > 0 && (phase === "playing" || phase === "paused" || phase === "ended")) {
      keepPlace(recordingId, { time, duration });
    }
  }, [recordingId, phase, moment]);
}

const Places = z.record(z.string(), z.object({ time: z.number(), at: z.number() }));
export type Places = z.infer<typeof Places>;

const places = stored({ key: "kinora.places", schema: Places, fallback: {} });
const MOST_PLACES = 200;
/** Neither the first seconds nor the end are a place to come back to. */
const FROM_START_SECONDS = 5;
const FROM_END_SECONDS = 8;

type StoppedAt = Pick<Playback, "time" | "duration">;

/** The places where somebody stopped, with this one kept or, at either end of the video, let go. */
export function remember(places: Places, id: string, place: StoppedAt, now: number): Places {
  const { [id]: _old, ...others } = places;
  if (!isWorthKeeping(place)) return others;
  const newest = Object.entries(others)
    .sort(([, one], [, other]) => other.at - one.at)
    .slice(0, MOST_PLACES - 1);
  return { ...Object.fromEntries(newest), [id]: { time: place.time, at: now } };
}

function isWorthKeeping({ time, duration }: StoppedAt) {
  return time >= FROM_START_SECONDS && (duration === null || time <= duration - FROM_END_SECONDS);
}

/** A link's moment wins over where one stopped. */
export function startOf(linked: number | undefined, places: Places, id: string) {
  if (linked !== undefined) return { time: linked, isResumed: false };
  const time = places[id]?.time;
  return time === undefined ? undefined : { time, isResumed: true };
}

export const storedPlaces = (): Places => places.read();

export const keepPlace = (id: string, place: StoppedAt) =>
  places.write(remember(storedPlaces(), id, place, Date.now()));
