import { createHash } from "node:crypto";
import type { Account } from "#api/access/account.ts";
import { conflict, one } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";

const RECOVERY_CODES = 10;
const NOT_BEGUN = "This took too long, or was done already. Please begin again.";

type Kind = "totp" | "passkey" | "recovery";

export async function readFactors(db: Db, account: string) {
  const rows = await db<{ id: string; kind: Kind; name: string; created_at: Date }[]>`
    select id, kind, name, since as created_at from private.second_factors
     where user_id = ${account} and since is not null order by since
  `;
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind);
  return {
    totp: of("totp").length > 0,
    passkeys: of("passkey"),
    recovery_codes_left: of("recovery").length,
  };
}

/** Keeps a new factor; it is not asked for at sign-in before it has been tried. */
export const beginFactor = (db: Db, account: string, kind: Kind, secret: string) =>
  db`
    insert into private.second_factors (user_id, kind, secret) values (${account}, ${kind}, ${secret})
    on conflict (user_id, kind) where since is null
      do update set secret = excluded.secret, begun_at = now()
  `;

type Tried = { counter: number; secret?: string; name?: string; credential_id?: string };

/** `attempt` gets what the factor began with, and throws where it does not hold. */
export async function confirmFactor(
  db: Db,
  account: string,
  kind: Kind,
  attempt: (secret: string) => Promise<Tried>,
) {
  const [begun] = await db<{ id: string; secret: string }[]>`
    select id, secret from private.second_factors where user_id = ${account} and kind = ${kind}
       and since is null and begun_at > now() - interval '10 minutes'
  `;
  if (!begun) throw conflict(NOT_BEGUN, "not_begun");
  const tried = await attempt(begun.secret);
  const { recovery_codes_left } = await readFactors(db, account);
  const confirmed = await db(
    (sql) => sql`
      update private.second_factors set since = now(), ${sql(tried)}
       where id = ${begun.id} and since is null and secret = ${begun.secret} returning id
    `,
  );
  if (confirmed.length === 0) throw conflict(NOT_BEGUN, "not_begun");
  const keepsCodes = kind === "passkey" && recovery_codes_left > 0;
  return keepsCodes ? { recovery_codes: [] } : makeRecoveryCodes(db, { id: account });
}

/** With the last one go the recovery codes, which only ever stand in for one. Without an id: the app. */
export async function removeFactor(db: Db, { id: account }: Account, id: string | null) {
  const removed = await db`
    with removed as (
      delete from private.second_factors where user_id = ${account} and since is not null
         and case when ${id}::uuid is null then kind = 'totp' else kind = 'passkey' and id = ${id} end
      returning id
    ), idle as (
      delete from private.second_factors where user_id = ${account} and kind = 'recovery'
         and not exists (
           select from private.second_factors where user_id = ${account} and kind <> 'recovery'
              and since is not null and id not in (select id from removed))
    )
    select id from removed
  `;
  one(removed);
}

/** Instead of all earlier ones; each is 80 random bits, which nobody guesses. */
export async function makeRecoveryCodes(db: Db, { id: account }: Pick<Account, "id">) {
  const { Secret } = await import("otpauth");
  const codes = Array.from({ length: RECOVERY_CODES }, () => new Secret({ size: 10 }).base32);
  const hashes = codes.map((code) => recoveryHash(account, code));
  const [, made] = await db((sql) =>
    Promise.all([
      sql`delete from private.second_factors where user_id = ${account} and kind = 'recovery'`,
      sql`
        insert into private.second_factors (user_id, kind, secret, since)
        select ${account}, 'recovery', unnest(${hashes}::text[]), now() where exists (
          select from private.second_factors where user_id = ${account} and since is not null)
        returning id
      `,
    ]),
  );
  if (made.length === 0) throw conflict("Turn on a second factor first.", "second_factor_off");
  return { recovery_codes: codes.map((code) => code.toLowerCase().replace(/....(?=.)/g, "$&-")) };
}

/** However somebody writes it down. */
export const recoveryHash = (account: string, code: string) =>
  createHash("sha256")
    .update(`${account} ${code.toUpperCase().replace(/[^A-Z2-7]/g, "")}`)
    .digest("base64url");
