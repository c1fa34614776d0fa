import type { Db } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { Moves } from "#contract/moves.ts";
import { StorageChoice } from "#contract/recordings.ts";

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
