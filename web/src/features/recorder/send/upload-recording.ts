import { UPLOADS_PATH } from "#contract/uploads.ts";
import { containerOf, fileName } from "#web/features/recorder/keep/file-name.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { startClock } from "#web/lib/browser/worker-clock.ts";
import { onSessionChange, tokenOf } from "#web/lib/session.ts";
import { connectTus } from "#web/lib/uploads/tus.ts";
import { type ByteSource, startUpload, type Uploader } from "#web/lib/uploads/uploader.ts";

interface Options {
  source: ByteSource;
  note(fields: Partial<Manifest>): Promise<void>;
}

/** A recorder that is paused, or whose part takes long, says that it is there: the server waits a minute. */
const PULSE_MS = 20_000;

export function uploadRecording(manifest: Manifest, { source, note }: Options): Uploader {
  const tus = connectTus({ endpoint: UPLOADS_PATH, token: () => tokenOf(manifest.userId) });
  const uploader = startUpload({
    tus,
    source,
    metadata: {
      filename: fileName(manifest),
      title: manifest.title,
      filetype: containerOf(manifest.mime),
      kind: "recording",
      key: manifest.id,
      ...(manifest.again && {
        recording: manifest.again.recordingId,
        take: String(manifest.again.take),
      }),
    },
    ...(manifest.folder && { folder: manifest.folder }),
    ...(manifest.upload && { url: manifest.upload.url }),
    onCreated: (upload) => note({ upload, mayUpload: true }),
  });
  // The upload hears of its owner at once instead of at its next attempt.
  const unwatch = onSessionChange(() => {
    if (tokenOf(manifest.userId)) uploader.signedIn();
  });
  const pulse = startClock(PULSE_MS, () => {
    const { url, stuck } = uploader.state();
    if (url && !stuck) void tus.locate(url).catch(() => {});
  });
  const end = () => {
    unwatch();
    pulse.terminate();
  };
  uploader.subscribe((upload) => {
    if (upload.finished) end();
  });
  return {
    ...uploader,
    stop() {
      end();
      uploader.stop();
    },
  };
}
