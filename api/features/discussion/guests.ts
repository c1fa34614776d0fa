import { requireOwn } from "#api/access/own-recording.ts";
import { badRequest, one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";

/** For the owner of the recording: a banned guest says nothing more, and what they have said stays. */
export const banGuest = (db: Db, recordingId: string, guestId: string, isBanned: boolean) =>
  db(async (sql) => {
    await requireOwn(sql, recordingId, "Only the owner of the recording bans a guest.");
    one(
      await sql`select app.ban_guest(${recordingId}, ${guestId}, ${isBanned})`,
      "Guest not found",
    );
  });

/** The words that the holder of this token has said as a guest become the account's. */
export async function claimGuest(keys: Keys, db: Db, token: string) {
  const claims = await keys.read("guest", token);
  if (!claims) throw badRequest("This is no key of a guest.", "guest_unknown");
  const { guest } = claims;
  return one(await db<{ comments: number }[]>`select app.claim_guest(${guest}) as comments`);
}
