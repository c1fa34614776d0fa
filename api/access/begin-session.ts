import { createHash, randomBytes } from "node:crypto";
import type { Context } from "hono";
import { unauthorized } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import { type Keys, SESSION_SECONDS } from "#api/platform/keys.ts";
import type { Connection } from "#contract/auth.ts";
import type { Account } from "./account.ts";
import { deviceOf } from "./device.ts";

const LONGEST_SECONDS = 90 * 24 * 3600;

/** A row of `public.sessions`, as far as a token has to know it. */
interface SessionRow {
  id: string;
  created_at: Date;
}

interface Wanted {
  account: Account;
  /** The hash that a password was just found to match: by now it may be another's. */
  proof?: string | null | undefined;
}

/** The end of every way in: a session, or a ticket where the account has a second factor. */
export async function enter<Begun>(
  c: Context,
  keys: Keys,
  db: Db,
  wanted: Wanted,
  begin: (c: Context, keys: Keys, db: Db, wanted: Wanted) => Promise<Begun>,
) {
  const ticket = randomBytes(32).toString("base64url");
  const challenge = ticketHash(ticket);
  const [begun] = await db<{ ways: string[]; passkeys: string[] }[]>`
    select * from private.begin_ticket(${wanted.account.id}, ${challenge}, ${wanted.proof ?? null})
  `;
  if (!begun) return begin(c, keys, db, wanted);
  const allowCredentials = begun.passkeys.map((id) => ({ id, type: "public-key" }));
  return { ticket, ways: begun.ways, passkey: { challenge, allowCredentials } };
}

/** The hash of a ticket. A ticket is random bytes, which nobody guesses: a quick hash is enough. */
export const ticketHash = (ticket: string) =>
  createHash("sha256").update(ticket).digest("base64url");

/** Begins a session for an account that has nothing more to prove. */
export async function beginSession(c: Context, keys: Keys, db: Db, { account, proof }: Wanted) {
  const device = deviceOf(c.req.header("User-Agent"));
  const [session] = await db<SessionRow[]>`
    select id, created_at from private.begin_session(${account.id}, ${device}, ${proof ?? null})
  `;
  if (!session)
    throw unauthorized("Something has changed. Please log in again.", "session_expired");
  return sessionFor(keys, account, session);
}

/** After a new password: with what else may reach the account, to be cut where its owner does not know it. */
export async function beginAnew(c: Context, keys: Keys, db: Db, wanted: Wanted) {
  const session = await beginSession(c, keys, db, wanted);
  const connections = await db<Connection[]>`
    select 'google_drive' as kind, email from private.drive_connections
     where user_id = ${wanted.account.id} and refresh_token is not null
  `;
  return { ...session, connections: [...connections] };
}

/** Renewed as often as it is in use, its tokens end with it all the same. */
export async function sessionFor(keys: Keys, account: Account, session: SessionRow) {
  const age = Math.floor((Date.now() - session.created_at.getTime()) / 1000);
  const seconds = Math.min(SESSION_SECONDS, LONGEST_SECONDS - age);
  const token = await keys.sign("session", { sub: account.id, sid: session.id }, seconds);
  return { token, user: account };
}
