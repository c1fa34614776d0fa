import { DRIVE_NOT_CONNECTED, isDriveProblem } from "#web/lib/drive-problem.ts";
import { recordInto } from "#web/lib/record-into.ts";
import type { Uploader } from "#web/lib/uploads/uploader.ts";
import { type Capturing, startCapturing } from "./capture/capturing.ts";
import { type GrowingSheet, growSheet } from "./capture/contact-sheet.ts";
import { expectedBytesPerSecond } from "./capture/presets.ts";
import { blockReader } from "./capture/read-blocks.ts";
import type { CaptureWish } from "./capture/sources.ts";
import * as flows from "./flow.ts";
import { fileName, fileStem, recordingTitle } from "./keep/file-name.ts";
import { type Keeping, startKeeping } from "./keep/spool.ts";
import { hold, type Take } from "./keep/take.ts";
import { watchSafety } from "./keep/watch-safety.ts";
import { giveWayBack, makeWay, throwAway } from "./send/aside.ts";
import { askForCaptions, type SpokenLanguage } from "./send/ask-for-captions.ts";
import { type Delivery, deliver, deliverInBackground } from "./send/delivery.ts";
import { discardEverywhere, discardOnServer } from "./send/discarded.ts";
import { pauseTeller } from "./send/tell-paused.ts";
import { uploadRecording } from "./send/upload-recording.ts";
import type { Event, Throw } from "./steps.ts";
import type { View } from "./view.ts";

export interface RecordingWish extends CaptureWish {
  userId: string;
  prefix: string;
  mime: string;
  /** Bytes may leave this computer while it records. */
  instant: boolean;
  /** The language in which somebody speaks, where it is to be written down while it is sent. */
  captions: SpokenLanguage | null;
}

/** One recording from the first click to the receipt: the parts that work on it, and the listeners they tell. */
export class LiveRecording {
  tell: (event: Event) => void;
  show: (fields: Partial<View>) => void;
  capturing: Capturing;
  sheet: GrowingSheet | null = null;
  flow = flows.startFlow(false);
  read = blockReader();
  reading: Promise<unknown> = Promise.resolve();
  lightenedAt = 0;
  keeping: Keeping | null = null;
  watch: ReturnType<typeof watchSafety> | null = null;
  uploader: Uploader | null = null;
  take: Take | null = null;
  delivery: Delivery | null = null;
  /** The take before this one, where its owner began anew, and the place on the server to go on with. */
  former: ReturnType<typeof formerOf> | null;
  teller = pauseTeller();
  /** Its owner threw it away while it ran: a place that the server makes for it after all is not wanted. */
  isThrown = false;

  constructor(
    readonly wish: RecordingWish,
    { tell, show }: Pick<LiveRecording, "tell" | "show">,
    before?: LiveRecording,
  ) {
    this.tell = tell;
    this.show = show;
    const bubble = wish.camera?.bubble ?? null;
    this.capturing =
      before?.capturing ??
      startCapturing(wish, tell, (look) => show(look.preview ? { ...look, bubble } : look));
    this.former = before?.take ? formerOf(before.take) : null;
  }
}

export async function openSpool(recording: LiveRecording): Promise<void> {
  const { userId, prefix, mime, instant, quality } = recording.wish;
  const begun = new Date();
  const title = recordingTitle(prefix, begun);
  const stem = fileStem(prefix, begun);
  const hasAudio = recording.capturing.hasAudio();
  recording.flow = flows.startFlow(hasAudio);
  const again = recording.former?.again;
  const known = { userId, title, stem, mime, hasAudio, mayUpload: instant };
  const folder = recordInto.read();
  recording.keeping = startKeeping({ ...known, folder, ...(again && { again }) });
  recording.show({ title, fileName: fileName({ title, stem, mime }), hasSound: hasAudio });
  const { keeps } = await recording.keeping.manifest();
  recording.watch = watchSafety(keeps, expectedBytesPerSecond(quality), (safety) =>
    recording.show({ safety }),
  );
}

/** The encoder starts when there is a place for its first chunk. */
export async function startEncoder(recording: LiveRecording): Promise<void> {
  await recording.keeping?.manifest();
  const picture = recording.capturing.picture();
  recording.sheet = picture && growSheet(picture);
  recording.capturing.begin();
}

/** Viewers are told at once: nothing in the bytes says so. */
export function setPaused({ capturing, teller }: LiveRecording, isPaused: boolean): void {
  if (isPaused) capturing.pause();
  else capturing.resume();
  teller.paused(isPaused);
}

export async function keepChunk(recording: LiveRecording, chunk: Blob, elapsed: number) {
  recording.sheet?.reach(elapsed / 1000);
  // Given away first: what is read of it must not hold it up.
  const keeping = recording.keeping?.append(chunk, flows.keptOf(recording.flow));
  const reading = recording.reading.then(async () => {
    const blocks = recording.read(new Uint8Array(await chunk.arrayBuffer()));
    follow(recording, flows.encoded(recording.flow, blocks, elapsed));
    return recording.flow;
  });
  recording.reading = reading.catch(() => {});
  const kept = await keeping;
  if (!kept) return;
  recording.watch?.(kept, elapsed);
  recording.uploader?.grown(kept.bytes);
  const until = await reading;
  follow(recording, flows.keep(recording.flow, until));
}

const SETTLED_AFTER_MS = 5_000;
export async function look(recording: LiveRecording, elapsed: number): Promise<void> {
  follow(recording, { ...recording.flow, now: elapsed });
  if (!flows.isBehind(recording.flow) || elapsed - recording.lightenedAt < SETTLED_AFTER_MS) return;
  recording.lightenedAt = elapsed;
  const lightened = await recording.capturing.lighten();
  if (lightened) recording.show({ lightened });
}

function follow(recording: LiveRecording, flow: flows.Flow) {
  recording.flow = flow;
  recording.show({ flow });
}

/** Sends while recording. No failure of the upload reaches the recording. */
export async function startUpload(recording: LiveRecording): Promise<void> {
  const { keeping } = recording;
  if (!keeping) return;
  const manifest = await keeping.manifest();
  const note: Keeping["note"] = async (fields) => {
    if (!recording.isThrown) await keeping.note(fields);
    if (!fields.upload) return;
    const { recordingId } = fields.upload;
    if (recording.isThrown) return discardOnServer(manifest.userId, recordingId);
    recording.show({ recordingId });
    recording.teller.placed(recordingId);
    // Not awaited: the recording is sent meanwhile.
    void caption(recording, recordingId);
  };
  recording.uploader = uploadRecording(manifest, { source: keeping, note });
  recording.uploader.subscribe((upload) => recording.show({ upload }));
  recording.uploader.grown(manifest.bytes);
}

async function caption(recording: LiveRecording, recordingId: string): Promise<void> {
  const { captions } = recording.wish;
  if (captions) recording.show({ captions: await askForCaptions(recordingId, captions) });
}

export async function sealSpool(recording: LiveRecording, elapsed: number): Promise<void> {
  if (!recording.keeping) return;
  await recording.reading;
  const length = flows.reachOf(recording.flow);
  const take = await recording.keeping.seal(length);
  const sheet = await recording.sheet?.finish().catch(() => null);
  if (sheet) await take.note({ sheet });
  recording.take = take;
  recording.show({ blob: take.blob, missing: flows.missingOf(recording.flow, elapsed) });
  const { bytes } = take.manifest;
  recording.tell({ type: "sealed", summary: { bytes, elapsed: length } });
}

export async function retitle(recording: LiveRecording, title: string): Promise<void> {
  recording.show({ title });
  await recording.take?.note({ title });
}

export function finishUpload(recording: LiveRecording): void {
  if (recording.delivery) recording.delivery.retry();
  else if (recording.take) recording.delivery = send(recording, recording.take);
}

/** Sends all of it to a new place on the server: the copy at the old one is not what was recorded. */
export async function uploadAgain(recording: LiveRecording): Promise<void> {
  if (!recording.take) return;
  await recording.take.note({ sent: false, upload: null });
  recording.uploader = null;
  recording.show({ verdict: null });
  recording.delivery = send(recording, recording.take);
}

function send(recording: LiveRecording, take: Take): Delivery {
  const delivery = deliver(take, recording.uploader ?? undefined);
  delivery.subscribe(({ manifest, upload, verdict }) => {
    const recordingId = manifest.upload?.recordingId ?? null;
    recording.show({ upload, verdict, recordingId });
    if (upload.finished && recordingId) recording.tell({ type: "saved", recordingId });
    else if (upload.stuck?.why === "refused")
      recording.tell({ type: "save-failed", reason: inOurWords(upload.stuck.message) });
    else if (upload.stuck?.why === "gone") recording.tell({ type: "save-failed", reason: GONE });
  });
  return delivery;
}

const inOurWords = (message: string) => (isDriveProblem(message) ? DRIVE_NOT_CONNECTED : message);

const GONE =
  "The server no longer has the beginning of this recording. Save again to send all of it.";

export async function discardTake(recording: LiveRecording): Promise<void> {
  recording.isThrown = true;
  recording.uploader?.stop();
  recording.delivery?.abandon();
  const { keeping, former } = recording;
  if (!keeping) return;
  const manifest = await keeping.manifest();
  const told = discardEverywhere(manifest, keeping.discard);
  if (former && !manifest.upload) await giveWayBack(former.id, told);
  await told;
}

/** Thrown away while it ran, for good or to begin anew. It can be brought back for a while. */
export async function setAside(recording: LiveRecording, how: Throw): Promise<void> {
  recording.isThrown = true;
  recording.uploader?.stop();
  const { take, keeping } = recording;
  if (!take?.blob.size) return void keeping?.discard();
  await (how === "restart" ? makeWay(take) : throwAway(take));
}

function formerOf({ manifest: { id, upload, again } }: Take) {
  const recordingId = upload?.recordingId ?? again?.recordingId;
  return { id, again: recordingId ? { recordingId, take: (again?.take ?? 0) + 1 } : undefined };
}

/** The owner has left: the recording waits in this tab, like one of an earlier visit, until they are back. */
export function holdTake({ uploader, delivery, take }: LiveRecording): void {
  uploader?.stop();
  delivery?.abandon();
  if (take) hold(take);
}

/** The recorder turns to the next one; this one finishes its way to the server by itself. */
export function leaveTake({ delivery }: LiveRecording): void {
  if (!delivery) return;
  if (delivery.progress().upload.finished) delivery.dropCopy();
  else deliverInBackground(delivery);
}
