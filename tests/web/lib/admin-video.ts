import type { AdminVideo } from "#contract/admin-videos.ts";

/** A video as the admin's list has it, of somebody who is somebody else each time. */
export const adminVideoWith = (part: Partial<AdminVideo> = {}): AdminVideo => ({
  id: crypto.randomUUID(),
  filename: "How we ship",
  created_at: "2026-11-20T12:00:00Z",
  storage_type: "local",
  has_subtitles: false,
  thumbnail_url: null,
  user: { id: crypto.randomUUID(), username: "Ann", email: "ann@x.org" },
  size_mb: 1.5,
  duration_seconds: 75,
  storage_path: "x",
  ...part,
});
