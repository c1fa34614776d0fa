import type { Acting } from "#api/access/account.ts";
import { requireOwn } from "#api/access/own-recording.ts";
import { conflict, one, unavailable } from "#api/http/errors.ts";
import { moving } from "#api/job-kinds.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { StoreUnreachable } from "#api/platform/objects/store.ts";
import type { Moves } from "#contract/moves.ts";
import { type Recording, StorageChoice } from "#contract/recordings.ts";

export interface Mover extends Acting {
  objects: Pick<Objects, "storeFor" | "roomIn">;
  jobs: Pick<Jobs, "send">;
}

type Begun = Recording & { move_id: string };

/** The move and the job that carries it begin together, or neither does. */
export async function beginMove(mover: Mover, id: string, choice: StorageChoice) {
  const { db, service, account, jobs } = mover;
  await db((sql) => requireOwn(sql, id, NOT_YOURS));
  const { place, room } = await placeOf(mover, choice);
  const move = crypto.randomUUID();
  return service(async (sql) => {
    const rows = await sql<Begun[]>`
      select * from private.begin_move(${account}, ${id}, ${choice}, ${place}, ${room}, ${move})
    `;
    const recording = one(rows);
    // Somebody waits for this one; where it is on its way already, its job is, too.
    if (recording.move_id === move)
      await jobs.send(sql, moving, { recording_id: id, move }, { account, isUrgent: true });
    return recording;
  });
}

/** All that lie elsewhere. */
export async function beginMoves(mover: Mover, choice: StorageChoice): Promise<Moves> {
  const { db, service, account, jobs } = mover;
  await readMoves(db, mover.objects);
  const { place, room } = await placeOf(mover, choice);
  await service((sql) => sendMoves(sql, jobs, { account, choice, place, room }));
  return readMoves(db, mover.objects);
}

/** The process that carries the file hears of it, and stops. */
export async function cancelMove({ db, service, account }: Acting, id: string): Promise<Recording> {
  await db((sql) => requireOwn(sql, id, NOT_YOURS));
  const [ended] = await service<Recording[]>`select * from private.end_moves(${account}, ${id})`;
  // The recording as it is, where there was no move to cancel.
  return ended ?? one(await db<Recording[]>`select * from public.recordings where id = ${id}`);
}

/** Cancels all moves; files that have already arrived stay at the new place. */
export async function cancelMoves(mover: Omit<Mover, "jobs">): Promise<Moves> {
  const { db, service, account, objects } = mover;
  await readMoves(db, objects);
  await service`select 1 from private.end_moves(${account})`;
  return readMoves(db, objects);
}

interface All {
  account: string;
  choice: StorageChoice;
  place: string;
  room: number | null;
}

export async function sendMoves(sql: Sql, jobs: Pick<Jobs, "send">, all: All): Promise<void> {
  const { account, choice, place, room } = all;
  const begun = await sql<Begun[]>`
    select * from private.begin_moves(${account}, ${choice}, ${place}, ${room})
  `;
  for (const { id, move_id } of begun)
    await jobs.send(sql, moving, { recording_id: id, move: move_id }, { account });
}

const NOT_YOURS = "You may watch this recording, but not move it.";
const NO_DRIVE = "Google Drive is not connected. Connect it in the settings first.";
const AWAY = "That storage does not answer at the moment. Your recording is where it was.";

/** The store that is meant, and what it has left. */
async function placeOf({ objects, account }: Mover, choice: StorageChoice) {
  const place = objects.storeFor(choice);
  if (place === undefined)
    throw unavailable("This server has no such storage to move to.", "storage_not_offered");
  const room = await objects.roomIn(place, account).catch((error: unknown) => {
    if (!(error instanceof StoreUnreachable)) throw error;
    if (error.said?.code === "drive_not_connected") throw conflict(NO_DRIVE, error.said.code);
    throw unavailable(AWAY, "storage_unavailable");
  });
  return { place, room };
}

type Progress = Omit<Moves, "places">;

const none: Progress = { storage_type: null, total: 0, moved: 0, percent: 0, failed: 0 };

/** The moves under way, and the other places to which the caller's recordings could go. */
export async function readMoves(db: Db, objects: Pick<Objects, "storeFor">): Promise<Moves> {
  const offered = StorageChoice.options.flatMap((choice) => {
    const place = objects.storeFor(choice);
    return place === undefined ? [] : [{ choice, place }];
  });
  const [[progress], ...places] = await db((sql) =>
    Promise.all([
      sql<Progress[]>`select * from app.my_moves()`,
      ...offered.map(
        ({ choice, place }) =>
          sql<Moves["places"]>`select * from app.my_movable(${choice}, ${place})`,
      ),
    ]),
  );
  return { ...(progress ?? none), places: places.flat() };
}
