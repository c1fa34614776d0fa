import type { Recording } from "#contract/recordings.ts";
import type { SharedView } from "#contract/shares.ts";
import { ada } from "./people.ts";

/** A recording of Ada's, ready and played by everybody. */
export const recordingWith = (part: Partial<Recording> = {}): Recording => ({
  id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02",
  filename: "How we ship",
  original_filename: "ship.webm",
  size: 5000,
  duration: 75,
  width: null,
  height: null,
  mime_type: "video/webm",
  video_codec: null,
  audio_codec: null,
  status: "ready",
  failure: null,
  interrupted: false,
  live: null,
  playable: null,
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
  ...part,
});

/** The view of a link to watch, for somebody else. */
export const viewWith = (part: Partial<SharedView> = {}): SharedView => ({
  kind: "recording",
  recording: recordingWith(),
  can_edit: false,
  can_download: false,
  can_comment: false,
  guests_may_comment: false,
  is_owner: false,
  permission_type: "view",
  expires_at: null,
  owner: { username: ada.username, profile_picture: null },
  media: { token: "t", expires_at: "2999-11-22T19:31:00.000Z" },
  ...part,
});
