import type { Ref, RefObject } from "react";
import type { Watched } from "#contract/viewers.ts";
import type { Sheet } from "#web/data/recordings.ts";
import type { CaptionTrack } from "./captions.ts";
import type { Mark } from "./timeline.ts";

export interface PlayerHandle {
  seek: (time: number) => void;
  currentTime: () => number;
  toggle: () => void;
}

export interface Source {
  src: string;
  type: string;
}

/** A film that took the place of another while it was watched. */
export interface Film {
  count: number;
  /** Seconds at which it shows what the other one showed last. */
  at: number;
}

export interface PlayerProps {
  /** Under which the place to resume at is remembered. */
  recordingId: string;
  title: string;
  sources: readonly Source[];
  film?: Film | undefined;
  /** Seconds as the server measured them; a WebM fresh from the recorder does not say. */
  duration?: number | null | undefined;
  tracks?: readonly CaptionTrack[] | undefined;
  marks?: readonly Mark[] | undefined;
  /** How often each of a hundred parts was seen, for the owner. */
  seen?: readonly number[] | undefined;
  sheet?: Sheet | null;
  /** The address of a picture that stands in the video's place until the video has one. */
  picture?: string | undefined;
  /** Seconds, from the address; wins over where one stopped. */
  startAt?: number | undefined;
  /** It still grows: it begins where it is told to, and no place in it is kept. */
  isLive?: boolean | undefined;
  /** The element that fills the screen, where that is more than the player. */
  stage?: RefObject<HTMLElement | null> | undefined;
  /** Nothing in the player offers the file. */
  noDownload?: boolean | undefined;
  theatre?: { isOn: boolean; onToggle: () => void } | undefined;
  /** The address of a moment, to give to somebody; without it there is no 'Copy link at this time'. */
  linkAt?: ((seconds: number) => string | Promise<string>) | undefined;
  onTime?: ((seconds: number) => void) | undefined;
  /** Hears what was truly played, some seconds after it was; without it nobody keeps an account of that. */
  onWatched?: ((watched: Watched) => Promise<unknown>) | undefined;
  /** The film before it has ended in the same place, and this one goes on. */
  goesOn?: boolean | undefined;
  onEnded?: (() => void) | undefined;
  /** Fetches addresses that work again, once the present ones do not. */
  onRenew?: (() => Promise<readonly Source[]>) | undefined;
  /** Hears that captions did not come, before they are asked for again. */
  onCaptionsLost?: (() => void) | undefined;
  /** The shape of the player, where it is not a rounded 16:9. */
  className?: string | undefined;
  ref?: Ref<PlayerHandle> | undefined;
}
