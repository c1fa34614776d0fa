import { actingWith } from "#api/access/account.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import {
  cancelMoveCall,
  cancelMovesCall,
  getMovesCall,
  moveAllCall,
  moveRecordingCall,
} from "#contract/moves.ts";
import { beginMove, beginMoves, cancelMove, cancelMoves, readMoves } from "./begin-and-cancel.ts";

const MANY = "asked for many moves";

/** Each leaves a job, also where it is cancelled at once; and one of all leaves a job for every recording. */
const moves: Limit = { name: "move:account", capacity: 300, period: 600, done: MANY };
const movesOfAll: Limit = { name: "move-all:account", capacity: 20, period: 600, done: MANY };

/** Served before the calls that read `/recordings/{id}`. */
export function serveMoves({ serve, database, objects, jobs }: Parts): void {
  const service = database.asService("moves are written by functions that check whose they are");
  const mover = actingWith(service, { objects, jobs });

  serve(moveAllCall, (asked) => beginMoves(mover(asked), asked.body.storage_type), {
    limit: movesOfAll,
  });
  serve(getMovesCall, ({ db }) => readMoves(db, objects));
  serve(cancelMovesCall, (asked) => cancelMoves(mover(asked)));
  serve(
    moveRecordingCall,
    (asked) => beginMove(mover(asked), asked.params.id, asked.body.storage_type),
    { limit: moves },
  );
  serve(cancelMoveCall, (asked) => cancelMove(mover(asked), asked.params.id));
}
