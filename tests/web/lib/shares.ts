import type { Share } from "#contract/shares.ts";

/** A link with nothing said of it: public, to view, for ever. */
export const shareWith = (part: Partial<Share> = {}): Share => ({
  id: crypto.randomUUID(),
  recording_id: crypto.randomUUID(),
  folder_id: null,
  share_token: "token",
  label: "",
  permission_type: "view",
  is_public: true,
  allowed_email: null,
  allow_download: false,
  guests_may_comment: false,
  watch_live: true,
  has_password: false,
  expires_at: null,
  is_expired: false,
  view_count: 0,
  last_viewed_at: null,
  created_at: "2026-11-20T17:00:00Z",
  ...part,
});
