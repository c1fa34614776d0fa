import type { Recording } from "#contract/recordings.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import type { Clock } from "#web/lib/clock.ts";

/** The video that subtitles stand beside, and what can be done with it. */
export interface SubtitledVideo {
  recording: Pick<Recording, "id" | "filename" | "duration">;
  scope: Scope;
  clock: Clock;
  onJump: (seconds: number) => void;
  onToggle: () => void;
}
