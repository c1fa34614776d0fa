import { revocable } from "#api/http/revocable.ts";
import { zip } from "#api/http/zip.ts";
import type { Db } from "#api/platform/database.ts";
import { streamOfChunks } from "#api/platform/objects/chunk-stream.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type ArchiveClaim, hold, requireGranted, whileHeld } from "./archive-claim.ts";
import { belongings } from "./belongings.ts";
import { stands } from "./ticket.ts";

interface Archive {
  /** Its owner's rights. */
  db: Db;
  claim: ArchiveClaim;
  objects: Objects;
}

/** Made while it is read, for as long as its owner's session stands and nobody else has claimed it. */
export async function openArchive(service: Db, { db, claim, objects }: Archive) {
  await requireGranted(service, claim);
  const chunks = whileHeld(service, claim, zip(belongings(db, objects, claim.owner)));
  return revocable(
    streamOfChunks(chunks, 0), // nobody holds the archive for an answer that is not read
    async () => (await stands(db)) && (await hold(service, claim)),
  );
}
