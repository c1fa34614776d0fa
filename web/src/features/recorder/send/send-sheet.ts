import { storeContactSheet } from "#web/data/recordings.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";

/** The pictures of its moments follow the recording. Where they do not arrive it has none, and plays as well. */
export async function sendSheet({ sheet, upload }: Manifest): Promise<void> {
  if (!sheet || !upload) return;
  await storeContactSheet(upload.recordingId, sheet.shape, sheet.picture).catch(() => {});
}
