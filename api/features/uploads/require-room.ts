import type { Db } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";

/** Refuses by name what the caller's plan, or this machine, has no room for. */
export async function requireRoom(
  db: Db,
  objects: Pick<Objects, "room">,
  wanted: number,
): Promise<void> {
  const room = await objects.room();
  await db`select app.require_room(${wanted}, ${room})`;
}
