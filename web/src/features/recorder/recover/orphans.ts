import { listManifests } from "#web/features/recorder/keep/database.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { forget, hold, reopenTake, type Take } from "#web/features/recorder/keep/take.ts";
import { isThrownAway, setAside } from "#web/features/recorder/send/aside.ts";
import { deliver, deliverInBackground } from "#web/features/recorder/send/delivery.ts";
import { discardEverywhere, discardUnheard } from "#web/features/recorder/send/discarded.ts";
import { confirmTake } from "#web/features/recorder/send/receipt.ts";
import { preparedCopies } from "#web/lib/prepared-copies.ts";

/** Finds the unfinished recordings of earlier visits that no tab has claimed; a found one is claimed, so never found twice. */
export async function lookForOrphans(userId: string): Promise<void> {
  void preparedCopies().catch(() => {}); // copies of earlier visits go
  void discardUnheard(userId);
  const manifests = await listManifests().catch(() => []);
  const own = manifests.filter((manifest) => manifest.userId === userId);
  await Promise.all(own.map(look));
}

/** A recording that has to wait for the server must not keep the others waiting. */
async function look(manifest: Manifest) {
  const take = await reopenTake(manifest).catch(() => null);
  if (take && isThrownAway(take)) return setAside(take);
  if (take && isAgreed(take)) return sendOn(take);
  // Where nobody can tell whether it is finished, the owner decides.
  if (take && (await isUnfinished(take).catch(() => true))) hold(take);
}

/** It ended in order, and its owner agreed to have it sent. A copy that the server has otherwise is another matter. */
const isAgreed = ({ blob, manifest }: Take) =>
  manifest.mayUpload && manifest.sealed !== null && !manifest.sent && blob.size > 0;

/** It goes on by itself. Its owner decides where the server refuses it. */
function sendOn(take: Take) {
  const delivery = deliver(take);
  const dismiss = deliverInBackground(delivery);
  const unsubscribe = delivery.subscribe(({ upload: { stuck } }) => {
    if (!stuck || stuck.why === "signed-out") return;
    unsubscribe();
    dismiss();
    delivery.abandon();
    hold(take);
  });
}

export async function discardOrphan(take: Take) {
  forget(take);
  await discardEverywhere(take.manifest, take.discard);
}

/** A recording that was sent and is confirmed by the server is removed here without asking. */
async function isUnfinished(take: Take): Promise<boolean> {
  const { sent, upload } = take.manifest;
  const isEmpty = take.blob.size === 0 && (sent || !upload);
  if (sent && upload && !take.manifest.confirmed && !isEmpty)
    await confirmTake(take, upload.recordingId, () => {});
  if (take.manifest.confirmed || isEmpty) {
    await take.discard();
    return false;
  }
  // The server has it otherwise, or its owner deleted it there: nothing of it is sent again without a word of theirs.
  if (sent) await take.note({ sent: false, upload: null, mayUpload: false });
  return true;
}
