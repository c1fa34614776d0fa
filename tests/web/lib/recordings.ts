import type { FoundRecording, Recording } from "#contract/recordings.ts";

/** The fields that all samples of recordings share. */
export const sample: Omit<Recording, "id"> = {
  filename: "How we ship",
  original_filename: "ship.webm",
  size: 5 * 2 ** 20,
  duration: 65,
  width: 1920,
  height: 1080,
  mime_type: "video/webm",
  video_codec: "vp9",
  audio_codec: null,
  status: "ready",
  failure: null,
  interrupted: false,
  live: null,
  playable: true,
  progress: null,
  storage_type: "s3",
  moving: null,
  missing: null,
  thumbnail_path: null,
  contact_sheet: null,
  view_count: 0,
  folder_id: null,
  edited: false,
  comment_count: 0,
  created_at: "2026-11-21T19:31:00.000Z",
  updated_at: "2026-11-21T19:31:00.000Z",
};

/** A recording that is ready and of which nothing was said, found by no words. */
export const recordingWith = (part: Partial<FoundRecording> = {}): FoundRecording => ({
  ...sample,
  id: crypto.randomUUID(),
  matches: [],
  ...part,
});
