import { revocable } from "#api/http/revocable.ts";
import { zip } from "#api/http/zip.ts";
import type { Db } from "#api/platform/database.ts";
import { streamOfChunks } from "#api/platform/objects/chunk-stream.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { belongings } from "./belongings.ts";
import { stands } from "./ticket.ts";
import { hold, inTurn, requireTurn, type Turn } from "./turn.ts";

interface Archive {
  /** Its owner's rights. */
  db: Db;
  turn: Turn;
  objects: Objects;
}

/** Made while it is read, for as long as its owner's session stands and nobody else has its turn. */
export async function openArchive(service: Db, { db, turn, objects }: Archive) {
  await requireTurn(service, turn);
  const chunks = inTurn(service, turn, zip(belongings(db, objects, turn.owner)));
  return revocable(
    streamOfChunks(chunks, 0), // nobody holds a turn for an answer that is not read
    async () => (await stands(db)) && (await hold(service, turn)),
  );
}
