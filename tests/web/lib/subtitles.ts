import type { Cue, Subtitle, SubtitleWithCues } from "#contract/subtitles.ts";
import { newClock } from "#web/lib/clock.ts";

const recordingId = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02";

/** English, made by the server, and ready. */
export const subtitleWith = (part: Partial<Subtitle> = {}): Subtitle => ({
  id: crypto.randomUUID(),
  recording_id: recordingId,
  language: "en",
  is_auto_generated: true,
  is_edited: false,
  translated_from: null,
  format: "srt",
  created_at: "2026-11-22T10:00:00Z",
  updated_at: "2026-11-22T10:00:00Z",
  status: "ready",
  progress: 1,
  error: null,
  gaps: [],
  version: 1,
  content: "",
  ...part,
});

export const withCues = (subtitle: Subtitle, ...cues: Cue[]): SubtitleWithCues => ({
  ...subtitle,
  cues,
});

/** Beside a player that stands at its beginning, and remembers where it was sent. */
export function placeOfVideo() {
  const jumps: number[] = [];
  const toggles: true[] = [];
  const place = {
    recording: { id: recordingId, filename: "How we ship", duration: 60 },
    scope: { recordingId },
    clock: newClock(),
    onJump: (seconds: number) => jumps.push(seconds),
    onToggle: () => toggles.push(true),
  };
  return { ...place, jumps, toggles };
}
