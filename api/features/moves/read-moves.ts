import type { Db } from "#api/platform/database.ts";
import type { Moves } from "#contract/moves.ts";

const none: Moves = { storage_type: null, total: 0, moved: 0, percent: 0, failed: 0 };

export async function readMoves(db: Db): Promise<Moves> {
  const [moves] = await db((sql) => sql<Moves[]>`select * from app.my_moves()`);
  return moves ?? none;
}
