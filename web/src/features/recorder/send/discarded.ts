import { z } from "zod";
import { deleteRecording } from "#web/data/recordings.ts";
import { restore } from "#web/data/trash.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { isUnknown } from "#web/lib/api-error.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";

/** For each account: recordings that were thrown away here and of which the server has not heard yet. */
const Discarded = z.record(z.string(), z.array(z.string()));
type Discarded = z.infer<typeof Discarded>;

const none: Discarded = {};
const discarded = stored({ key: "kinora.discarded", schema: Discarded, fallback: none });

/** Throws a recording away here and on the server, of which it is noted first: the page may die in between. */
export async function discardEverywhere(
  { userId, upload, again }: Pick<Manifest, "userId" | "upload" | "again">,
  discardHere: () => Promise<void>,
): Promise<void> {
  const place = upload ?? again;
  const told = place && discardOnServer(userId, place.recordingId);
  await discardHere();
  await told;
}

/** Throws away what the server has of it. A server that cannot be reached is told at the next visit. */
export async function discardOnServer(userId: string, recordingId: string): Promise<void> {
  note(userId, recordingId);
  await tell(userId, recordingId);
}

/** Brings back what the server has of it. Fails where the server cannot be reached: then it stays thrown away. */
export async function restoreOnServer(userId: string, recordingId: string): Promise<void> {
  forgive(userId, recordingId);
  await restore(recordingId).catch((error: unknown) => {
    note(userId, recordingId);
    throw error;
  });
}

export async function discardUnheard(userId: string): Promise<void> {
  const unheard = discarded.read()[userId] ?? [];
  await Promise.all(unheard.map((recordingId) => tell(userId, recordingId)));
}

async function tell(userId: string, recordingId: string) {
  try {
    await deleteRecording(recordingId);
  } catch (error) {
    if (!isUnknown(error)) return;
  }
  forgive(userId, recordingId);
}

const note = (userId: string, recordingId: string) =>
  change(userId, (all) => [...all, recordingId]);

const forgive = (userId: string, recordingId: string) =>
  change(userId, (all) => all.filter((other) => other !== recordingId));

function change(userId: string, to: (unheard: string[]) => string[]) {
  const { [userId]: before = [], ...others } = discarded.read();
  const unheard = to(before);
  discarded.write(unheard.length > 0 ? { ...others, [userId]: unheard } : others);
}
