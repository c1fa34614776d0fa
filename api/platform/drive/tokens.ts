import type { Logger } from "pino";
import { z } from "zod";
import type { Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { unreachable } from "./refusals.ts";
import { type DriveSettings, oauthClient } from "./settings.ts";

interface AccessToken {
  token: string;
  /** The token as the database stores it: a refusal finds its row by this text. */
  sealed: string;
}

export type DriveTokens = ReturnType<typeof driveTokens>;

export interface TokenWorld {
  service: Db;
  keys: Pick<Keys, "seal" | "unseal">;
  settings: DriveSettings;
  log: Pick<Logger, "warn" | "error">;
}

interface Row {
  refresh_token: string | null;
  access_token: string | null;
  is_fresh: boolean;
}

/** The time that a process has to ask Google for a new token; then another may. */
const LEASE_SECONDS = 30;
const LOOK_EVERY_MS = 200;

export const purposeOf = (owner: string) => `drive:${owner}`;

/** Tokens lie sealed in the database, and one process at a time asks Google for the next. */
export function driveTokens(world: TokenWorld) {
  const { service } = world;
  const underWay = new Map<string, Promise<AccessToken>>();

  const renewed = (owner: string) => {
    const known = underWay.get(owner);
    if (known) return known;
    const renewing = renew(world, owner).finally(() => underWay.delete(owner));
    underWay.set(owner, renewing);
    return renewing;
  };

  return {
    /** A token that Google accepts; throws in words where there is none. */
    of: async (owner: string): Promise<AccessToken> =>
      (await freshOne(world, owner)) ?? renewed(owner),
    /** Forgets a token that Google has refused before its time. */
    async refuse(owner: string, { sealed }: AccessToken): Promise<void> {
      await service`
        update private.drive_connections set access_token = null, access_expires_at = null
         where user_id = ${owner} and access_token = ${sealed}
      `;
    },
  };
}

/** Null where the token has run out; throws where there is no refresh token that gets a new one here. */
async function freshOne({ service, keys }: TokenWorld, owner: string): Promise<AccessToken | null> {
  const [row] = await service<Row[]>`
    select refresh_token, access_token,
           coalesce(access_expires_at > now() + interval '1 minute', false) as is_fresh
      from private.drive_connections where user_id = ${owner}
  `;
  if (!row?.refresh_token) throw unreachable("drive_not_connected", "not connected");
  const sealed = row.is_fresh ? row.access_token : null;
  try {
    const token = keys.unseal(purposeOf(owner), sealed ?? row.refresh_token);
    return sealed === null ? null : { token, sealed };
  } catch {
    throw unreachable("drive_not_connected", "its tokens were sealed with another key");
  }
}

async function renew(world: TokenWorld, owner: string): Promise<AccessToken> {
  const { service } = world;
  const holder = crypto.randomUUID();
  for (let waited = 0; waited < LEASE_SECONDS * 1000; waited += LOOK_EVERY_MS) {
    const refresh = await lease(service, owner, holder);
    if (refresh) return await askGoogle(world, { owner, holder, refresh });
    await Bun.sleep(LOOK_EVERY_MS);
    const token = await freshOne(world, owner);
    if (token) return token;
  }
  throw unreachable("drive_unavailable", "somebody else has been renewing its token for too long");
}

/** The sealed refresh token, for the process that may use it now. */
async function lease(service: Db, owner: string, holder: string): Promise<string | undefined> {
  const [row] = await service<{ refresh_token: string }[]>`
    update private.drive_connections
       set lease_holder = ${holder}, lease_process = private.this_process(),
           lease_until = now() + make_interval(secs => ${LEASE_SECONDS})
     where user_id = ${owner} and refresh_token is not null
       and not private.is_held(lease_process, lease_until)
       and coalesce(access_expires_at <= now() + interval '1 minute', true)
    returning refresh_token
  `;
  return row?.refresh_token;
}

interface Lease {
  owner: string;
  holder: string;
  /** The refresh token, sealed. */
  refresh: string;
}

async function askGoogle(world: TokenWorld, held: Lease): Promise<AccessToken> {
  const { service, keys, settings } = world;
  const client = await oauthClient(settings);
  client.setCredentials({ refresh_token: keys.unseal(purposeOf(held.owner), held.refresh) });
  let given: { token: string; expires: Date };
  try {
    const { credentials } = await client.refreshAccessToken();
    const { access_token: token, expiry_date } = credentials;
    if (!token) throw new Error("Google gave no token");
    given = { token, expires: new Date(expiry_date ?? Date.now() + 3_000_000) };
  } catch (error) {
    const trouble = troubleOf(error);
    // Its owner revoked the refresh token, or it is too old: only the owner can give another.
    const isTakenBack = trouble.reason === "invalid_grant";
    if (isTakenBack) {
      await service`select private.end_drive(${held.owner}, ${held.refresh})`;
      world.log.warn({ account: held.owner }, "Google has ended a connection to a drive");
    }
    await service`
      update private.drive_connections set lease_holder = null, lease_until = null
       where user_id = ${held.owner} and lease_holder = ${held.holder}
    `;
    if (isTakenBack) throw unreachable("drive_not_connected", "Google took its token back");
    // A client that was deleted or changed is the operator's matter: no person's connection ends by it.
    if (trouble.isOurs) world.log.error({ reason: trouble.reason }, "Google refuses this server");
    throw unreachable("drive_unavailable", `no token: ${trouble.reason}`);
  }
  return keep(world, held, given);
}

async function keep(
  { service, keys }: TokenWorld,
  { owner, holder, refresh }: Lease,
  given: { token: string; expires: Date },
): Promise<AccessToken> {
  const sealed = keys.seal(purposeOf(owner), given.token);
  const kept = await service`
    update private.drive_connections set
      access_token = ${sealed}, access_expires_at = ${given.expires},
      lease_holder = null, lease_until = null
     where user_id = ${owner} and lease_holder = ${holder} and refresh_token = ${refresh}
    returning 1
  `;
  if (kept.length === 0) throw unreachable("drive_not_connected", "it was disconnected meanwhile");
  return { token: given.token, sealed };
}

/** An error as the library reports it, with Google's answer. */
const OAuthError = z.object({ response: z.object({ data: z.object({ error: z.string() }) }) });

/** Only the name of the error may be told: the rest of it carries the request. */
export function troubleOf(error: unknown): { reason: string; isOurs: boolean } {
  const { data } = OAuthError.safeParse(error);
  const reason = data?.response.data.error ?? (error instanceof Error ? error.message : "unknown");
  return { reason, isOurs: /^(invalid_client|deleted_client|unauthorized_client)/.test(reason) };
}
