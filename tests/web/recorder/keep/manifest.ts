import type { Manifest } from "#web/features/recorder/keep/manifest.ts";

/** A recording that has just begun. */
export const aManifest = (fields: Partial<Manifest> = {}): Manifest => ({
  id: "take",
  userId: "ada",
  title: "Demo",
  mime: "video/webm;codecs=vp9",
  startedAt: "2026-01-02T03:04:05.000Z",
  elapsed: 0,
  bytes: 0,
  hasAudio: true,
  keeps: "disk",
  mayUpload: false,
  upload: null,
  sent: false,
  confirmed: false,
  sealed: null,
  sheet: null,
  ...fields,
});
