import type { Database, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { type ArchiveClaim, tooOld } from "./archive-claim.ts";

const SECONDS = 600;

export async function newTicket(keys: Keys, { owner, holder }: ArchiveClaim, sid: string) {
  const ticket = await keys.sign("takeout", { sub: owner, sid, ticket: holder }, SECONDS);
  return {
    path: `/api/user/takeout/file?ticket=${ticket}`,
    expires_at: new Date(Date.now() + SECONDS * 1000).toISOString(),
  };
}

/** The owner of a ticket, while their session stands; the download checks the session again and again. */
export async function archiveOfTicket(keys: Keys, database: Database, token: string) {
  const claims = await keys.read("takeout", token);
  if (!claims) throw tooOld();
  const { sub, sid, ticket } = claims;
  const db = database.as({ role: "authenticated", sub, sid });
  await stands(db);
  return { db, claim: { owner: sub, holder: ticket } };
}

/** Refused where the session has ended. */
export const stands = (db: Db) => db`select 1`.then(() => true);
