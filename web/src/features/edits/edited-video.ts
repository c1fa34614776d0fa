import type { ReactNode } from "react";
import type { SheetShape } from "#contract/contact-sheets.ts";
import type { SharedRecording } from "#contract/recordings.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import type { Clock } from "#web/lib/clock.ts";
import type { EditAction, EditState } from "./edit-state.ts";

export interface EditedVideo {
  scope: Scope;
  recording: SharedRecording;
  isOwner: boolean;
  /** The original's bytes, and pictures of its moments where there are any. */
  src: string;
  pictures: { src: string; shape: SheetShape } | undefined;
  /** Leads back to the page of the recording. */
  back: ReactNode;
  /** Offered where the edit can be shown to others right away. */
  share?: ReactNode;
}

/** The edit in the making, for the parts of the editor that show it along the time of the original. */
export interface Editing {
  video: EditedVideo;
  state: EditState;
  act: (action: EditAction) => void;
  clock: Clock;
  onSeek: (seconds: number) => void;
}
