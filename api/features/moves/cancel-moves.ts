import { requireOwn } from "#api/access/own-recording.ts";
import { one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Moves } from "#contract/moves.ts";
import type { Recording } from "#contract/recordings.ts";
import { type Mover, NOT_YOURS } from "./begin-moves.ts";
import { readMoves } from "./read-moves.ts";

type Canceller = Pick<Mover, "db" | "service" | "account" | "objects">;

/** The process that carries the file hears of it, and stops. */
export async function cancelMove(canceller: Canceller, id: string): Promise<Recording> {
  const { db, service, account } = canceller;
  await db((sql) => requireOwn(sql, id, NOT_YOURS));
  const [ended] = await service(
    (sql) => sql<Recording[]>`select * from private.end_moves(${account}, ${id})`,
  );
  return ended ?? readRecording(db, id);
}

/** Cancels all moves; files that have already arrived stay at the new place. */
export async function cancelMoves({ db, service, account, objects }: Canceller): Promise<Moves> {
  await readMoves(db, objects);
  await service((sql) => sql`select 1 from private.end_moves(${account})`);
  return readMoves(db, objects);
}

/** The recording as it is, where there was no move to cancel. */
const readRecording = async (db: Db, id: string): Promise<Recording> =>
  one(await db((sql) => sql<Recording[]>`select * from public.recordings where id = ${id}`));
