import type { Drive } from "#api/platform/drive/open.ts";
import { revokeTokens } from "./upkeep.ts";

/** Here at once, whatever Google says; what lies in the drive stays there. */
export async function disconnectDrive(world: Drive, owner: string): Promise<void> {
  await world.service(async (sql) => {
    await sql`delete from private.drive_consents where user_id = ${owner}`;
    await sql`delete from private.drive_connections where user_id = ${owner}`;
  });
  await revokeTokens(world, owner);
}
