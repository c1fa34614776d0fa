import { DRIVE_NOT_CONNECTED, isDriveProblem } from "#web/lib/drive-problem.ts";
import type { Uploader } from "#web/lib/uploads/uploader.ts";
import { type Capturing, startCapturing } from "./capture/capturing.ts";
import { extensionFor } from "./capture/codec.ts";
import { expectedBytesPerSecond } from "./capture/presets.ts";
import type { CaptureWish } from "./capture/sources.ts";
import { takeTitle } from "./keep/file-name.ts";
import { type Keeping, startKeeping } from "./keep/keeping.ts";
import type { SpooledTake } from "./keep/spool.ts";
import { watchSafety } from "./keep/watch-safety.ts";
import type { Event } from "./machine.ts";
import { type Delivery, deliver, deliverInBackground } from "./send/delivery.ts";
import { discardEverywhere } from "./send/discarded.ts";
import { noteSpeed } from "./send/speed.ts";
import { uploadTake } from "./send/upload-take.ts";
import type { View } from "./view.ts";

export interface RecordingWish extends CaptureWish {
  userId: string;
  prefix: string;
  mime: string;
  /** Bytes may leave this computer while it records. */
  instant: boolean;
}

/** One recording from the first click to the receipt: who works on it, and whom it tells. */
export interface Take {
  wish: RecordingWish;
  tell(event: Event): void;
  show(fields: Partial<View>): void;
  capturing: Capturing;
  keeping: Keeping | null;
  watch: ReturnType<typeof watchSafety> | null;
  uploader: Uploader | null;
  spooled: SpooledTake | null;
  delivery: Delivery | null;
}

export function newTake(wish: RecordingWish, { tell, show }: Pick<Take, "tell" | "show">): Take {
  return {
    wish,
    tell,
    show,
    capturing: startCapturing(wish, tell, (preview, hasCamera) =>
      show({ preview, hasCamera, bubble: wish.camera?.bubble ?? null }),
    ),
    keeping: null,
    watch: null,
    uploader: null,
    spooled: null,
    delivery: null,
  };
}

export async function openSpool(take: Take): Promise<void> {
  const { userId, prefix, mime, instant, quality } = take.wish;
  const title = takeTitle(prefix, new Date());
  const hasAudio = take.capturing.hasAudio();
  take.keeping = startKeeping({ userId, title, mime, hasAudio, mayUpload: instant });
  take.show({ title, fileName: `${title}.${extensionFor(mime)}` });
  const { keeps } = await take.keeping.manifest();
  take.watch = watchSafety(keeps, expectedBytesPerSecond(quality), (safety) =>
    take.show({ safety }),
  );
}

/** The encoder starts when there is a place for its first chunk. */
export async function begin(take: Take): Promise<void> {
  await take.keeping?.manifest();
  take.capturing.begin();
}

export async function keep(take: Take, chunk: Blob, elapsed: number): Promise<void> {
  const kept = await take.keeping?.append(chunk, elapsed);
  if (!kept) return;
  take.watch?.(kept, elapsed);
  take.uploader?.grown(kept.bytes);
}

/** Sends while recording. Whatever happens to it, the recording does not hear of it. */
export async function upload(take: Take): Promise<void> {
  const { keeping } = take;
  if (!keeping) return;
  const manifest = await keeping.manifest();
  const note: Keeping["note"] = async (fields) => {
    await keeping.note(fields);
    if (fields.upload) take.show({ recordingId: fields.upload.recordingId });
  };
  take.uploader = uploadTake(manifest, { source: keeping, note });
  take.uploader.subscribe((upload) => {
    take.show({ upload });
    if (upload.speed !== null) noteSpeed(upload.speed);
  });
  take.uploader.grown(manifest.bytes);
}

export async function seal(take: Take, elapsed: number): Promise<void> {
  if (!take.keeping) return;
  const spooled = await take.keeping.seal(elapsed);
  take.spooled = spooled;
  take.show({ blob: spooled.blob });
  const { id, bytes } = spooled.manifest;
  take.tell({ type: "sealed", take: { id, bytes, elapsed } });
}

export function finishUpload(take: Take): void {
  if (take.delivery) take.delivery.retry();
  else if (take.spooled) take.delivery = send(take, take.spooled);
}

/** All of it, to a new place: what is at the old one is not what was recorded. */
export async function sendAgain(take: Take): Promise<void> {
  if (!take.spooled) return;
  await take.spooled.note({ sent: false, upload: null });
  take.uploader = null;
  take.show({ verdict: null });
  take.delivery = send(take, take.spooled);
}

function send(take: Take, spooled: SpooledTake): Delivery {
  const delivery = deliver(spooled, take.uploader ?? undefined);
  delivery.subscribe(({ manifest, upload, verdict }) => {
    const recordingId = manifest.upload?.recordingId ?? null;
    take.show({ upload, verdict, recordingId });
    if (upload.finished && recordingId) take.tell({ type: "saved", recordingId });
    else if (upload.stuck?.why === "refused")
      take.tell({ type: "save-failed", reason: inOurWords(upload.stuck.message) });
    else if (upload.stuck?.why === "gone") take.tell({ type: "save-failed", reason: GONE });
  });
  return delivery;
}

const inOurWords = (message: string) => (isDriveProblem(message) ? DRIVE_NOT_CONNECTED : message);

const GONE =
  "The server no longer has the beginning of this recording. Save again to send all of it.";

/** Thrown away on purpose: here and on the server. */
export async function discard(take: Take): Promise<void> {
  take.uploader?.stop();
  take.delivery?.abandon();
  const { keeping } = take;
  if (keeping) await discardEverywhere(await keeping.manifest(), keeping.discard);
}

/** The recorder turns to the next one; this one finishes its way to the server by itself. */
export function letGo({ delivery }: Take): void {
  if (!delivery) return;
  if (delivery.progress().upload.finished) delivery.dropCopy();
  else deliverInBackground(delivery);
}
