import { deleteRecording } from "#web/data/recordings.ts";
import { forgive, restore, unheard } from "#web/data/trash.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { isUnknown } from "#web/lib/api-error.ts";

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
  await tell(recordingId);
}

/** Brings back what the server has of it. Fails where the server cannot be reached: then it stays thrown away. */
export async function restoreOnServer(userId: string, recordingId: string): Promise<void> {
  await restore([recordingId]).catch((error: unknown) => {
    note(userId, recordingId);
    throw error;
  });
}

export async function discardUnheard(userId: string): Promise<void> {
  await Promise.all((unheard.read()[userId] ?? []).map(tell));
}

async function tell(recordingId: string) {
  try {
    await deleteRecording(recordingId);
  } catch (error) {
    if (!isUnknown(error)) return;
  }
  forgive([recordingId]);
}

function note(userId: string, recordingId: string) {
  const { [userId]: before = [], ...others } = unheard.read();
  unheard.write({ ...others, [userId]: [...before, recordingId] });
}
