import type { Database, Db } from "#api/platform/database.ts";
import { type Keys, TokenError } from "#api/platform/keys.ts";
import type { Takeout } from "#contract/account.ts";
import { tooOld } from "./turn.ts";

const SECONDS = 600;

interface Owner {
  sub: string;
  sid: string;
}

export async function newTicket(keys: Keys, { sub, sid }: Owner, id: string): Promise<Takeout> {
  const ticket = await keys.sign("takeout", { sub, sid, ticket: id }, SECONDS);
  return {
    path: `/api/user/takeout/file?ticket=${ticket}`,
    expires_at: new Date(Date.now() + SECONDS * 1000).toISOString(),
  };
}

/** Whose it is, while their session stands; the download asks that again and again. */
export async function callerOfTicket(keys: Keys, database: Database, ticket: string) {
  const claims = await keys.verify("takeout", ticket).catch((error: unknown) => {
    if (error instanceof TokenError) throw tooOld();
    throw error;
  });
  const caller = { role: "authenticated", sub: claims.sub, sid: claims.sid } as const;
  await stands(database.as(caller));
  return { caller, ticket: claims.ticket };
}

/** Refused where the session has ended. */
export const stands = (db: Db) => db((sql) => sql`select 1`).then(() => true);
