import { atom, getDefaultStore } from "jotai";
import { storeContactSheet } from "#web/data/recordings.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import type { Take } from "#web/features/recorder/keep/take.ts";
import { isolate, listeners } from "#web/lib/listeners.ts";
import { expireSessionOf } from "#web/lib/session.ts";
import type { Upload } from "#web/lib/uploads/machine.ts";
import type { Uploader } from "#web/lib/uploads/uploader.ts";
import { confirmTake, type Verdict } from "./receipt.ts";
import { uploadRecording } from "./upload-recording.ts";

export interface Progress {
  manifest: Manifest;
  upload: Upload;
  verdict: Verdict | null;
}

export type Delivery = ReturnType<typeof deliver>;

export function deliver(take: Take, begun?: Uploader) {
  const { blob, note } = take;
  const source = { read: async (from: number, to: number) => blob.slice(from, to) };
  const uploader = begun ?? uploadRecording(take.manifest, { source, note });
  const audience = listeners<Progress>();
  const giveUp = new AbortController();
  let verdict: Verdict | null = null;
  let mayDrop = false;

  const progress = (): Progress => ({ manifest: take.manifest, upload: uploader.state(), verdict });
  const tell = () => audience.tell(progress());
  const dropIfConfirmed = () => {
    if (mayDrop && take.manifest.confirmed) void take.discard();
  };
  const confirm = isolate(async () => {
    unsubscribe();
    void sendSheet(take.manifest);
    await take.note({ sent: true });
    const recordingId = take.manifest.upload?.recordingId;
    if (!recordingId) return;
    if (blob.size > 0) return confirmTake(take, recordingId, hear, giveUp.signal);
    await take.note({ confirmed: true }); // nothing is left here to compare, or to keep
    dropIfConfirmed();
  });
  const hear = (heard: Verdict) => {
    verdict = heard;
    dropIfConfirmed();
    tell();
  };
  const unsubscribe = uploader.subscribe((upload) => {
    if (upload.finished) confirm();
    // While it recorded nobody was asked to sign in; now nothing goes on without it.
    if (upload.stuck?.why === "signed-out") expireSessionOf(take.manifest.userId);
    tell();
  });
  // Begins when the caller has had a chance to subscribe.
  queueMicrotask(() => uploader.ended(take.manifest.bytes));

  return {
    take,
    progress,
    subscribe: audience.add,
    retry: uploader.retry,
    /** Deletes the copy here, now or as soon as the server has confirmed every byte. */
    dropCopy() {
      mayDrop = true;
      dropIfConfirmed();
    },
    /** Stops sending, and deletes nothing here or on the server. */
    abandon() {
      giveUp.abort();
      uploader.stop();
    },
  };
}

export interface Background extends Progress {
  retry: () => void;
  dismiss: () => void;
}

export const deliveriesAtom = atom<ReadonlyMap<string, Background>>(new Map());
const store = getDefaultStore();

/** Answers with what takes it off the page. */
export function deliverInBackground(delivery: Delivery) {
  const { id } = delivery.take.manifest;
  const { retry } = delivery;
  const put = (progress: Progress) =>
    store.set(deliveriesAtom, (all) => new Map(all).set(id, { ...progress, retry, dismiss }));
  const dismiss = () => {
    unsubscribe();
    store.set(deliveriesAtom, (all) => new Map([...all].filter(([other]) => other !== id)));
  };
  const unsubscribe = delivery.subscribe(put);
  put(delivery.progress());
  delivery.dropCopy();
  return dismiss;
}

/** The pictures of its moments follow the recording. Where they do not arrive it has none, and plays as well. */
async function sendSheet({ sheet, upload }: Manifest): Promise<void> {
  if (!sheet || !upload) return;
  await storeContactSheet(upload.recordingId, sheet.shape, sheet.picture).catch(() => {});
}
