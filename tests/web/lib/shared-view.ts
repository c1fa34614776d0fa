import type { Recording } from "#contract/recordings.ts";
import type { SharedView } from "#contract/shares.ts";
import { ada } from "./people.ts";
import { sample } from "./recordings.ts";

/** A recording of Ada's, ready and played by everybody, of which little is known. */
export const recordingWith = (part: Partial<Recording> = {}): Recording => ({
  ...sample,
  id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02",
  size: 5000,
  duration: 75,
  width: null,
  height: null,
  video_codec: null,
  playable: null,
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
