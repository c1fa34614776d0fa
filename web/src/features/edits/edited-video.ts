import type { ReactNode } from "react";
import type { SharedRecording } from "#contract/recordings.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import type { Sheet } from "#web/data/recordings.ts";

export interface EditedVideo {
  scope: Scope;
  recording: SharedRecording;
  isOwner: boolean;
  /** The original's bytes, and pictures of its moments where there are any. */
  src: string;
  pictures: Sheet | null;
  /** The bytes cannot be read: where that is for their age, there is another address soon. */
  onBroken: () => void;
  /** Leads back to the page of the recording. */
  back: ReactNode;
  /** Offered where the edit can be shown to others right away. */
  share?: ReactNode;
}
