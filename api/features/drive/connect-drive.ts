import type { Credentials } from "google-auth-library";
import { z } from "zod";
import { badRequest, one, unavailable } from "#api/http/errors.ts";
import { naming } from "#api/job-kinds.ts";
import { apiFor, asRefusal } from "#api/platform/drive/calls.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import { oauthClient, SCOPE } from "#api/platform/drive/settings.ts";
import { purposeOf, troubleOf } from "#api/platform/drive/tokens.ts";
import type { Keys } from "#api/platform/keys.ts";
import type { DriveAuthUrl, DriveCallback } from "#contract/drive.ts";
import { revokeTokens } from "./upkeep.ts";

interface ConsentWorld extends Omit<Drive, "keys"> {
  keys: Keys;
  /** The address people reach us at. */
  home: string;
}

/** As it is entered in Google's console. */
const returnAddress = (home: string) => `${home}/auth/google-drive/callback`;

/** Where to allow Kinora one's drive. The answer that comes back is taken once, from the same person. */
export async function beginConsent(world: ConsentWorld, owner: string): Promise<DriveAuthUrl> {
  const { service, keys, settings, home } = world;
  const { CodeChallengeMethod } = await import("google-auth-library");
  const client = await oauthClient(settings, returnAddress(home));
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync();
  if (!codeChallenge) throw new Error("no challenge was made");
  const sealed = keys.seal(purposeOf(owner), codeVerifier);
  const { id, is_kept } = one(
    await service(async (sql) => {
      await sql`delete from private.drive_consents where expires_at < now()`;
      return sql<{ id: string; is_kept: boolean }[]>`
        insert into private.drive_consents (user_id, verifier) values (${owner}, ${sealed})
        returning id, app.has_drive(${owner}) and not exists (
          select 1 from private.drive_connections where user_id = ${owner} and asks_anew
        ) as is_kept
      `;
    }),
  );
  return {
    auth_url: client.generateAuthUrl({
      access_type: "offline",
      scope: SCOPE,
      state: await keys.sign("consent", { sub: owner, consent: id }),
      code_challenge: codeChallenge,
      code_challenge_method: CodeChallengeMethod.S256,
      // Without it Google gives nothing lasting to whom it has asked before.
      ...(!is_kept && { prompt: "consent" }),
    }),
  };
}

/** A code without the visit that it belongs to, or with somebody else's, is refused before it is used. */
export async function connectDrive(
  world: ConsentWorld,
  { owner, from }: { owner: string; from: string },
  { code, state }: DriveCallback,
): Promise<void> {
  const { id, codeVerifier } = await takeConsent(world, owner, state);
  const tokens = await exchange(world, code, codeVerifier);
  if (!tokens.scope?.split(" ").includes(SCOPE))
    throw badRequest(
      "Google Drive was not allowed. Try again, and leave Kinora's box ticked.",
      "drive_scope_missing",
    );
  const { access_token: access } = tokens;
  if (!access) throw unanswered();
  const account = await whoseDrive(world, access);
  await keepConnection(world, owner, { ...account, ...tokens, access, consent: id, from });
}

/** Here at once, whatever Google says; what lies in the drive stays there. */
export async function disconnectDrive(world: Drive, owner: string): Promise<void> {
  await world.service(async (sql) => {
    await sql`delete from private.drive_consents where user_id = ${owner}`;
    await sql`delete from private.drive_connections where user_id = ${owner}`;
  });
  await revokeTokens(world, owner);
}

const STALE = "This visit to Google is over, or was begun by somebody else. Please connect again.";

/** Once, and by the person who began it. */
async function takeConsent({ service, keys }: ConsentWorld, owner: string, state: string) {
  const claims = await keys.verify("consent", state).catch(() => undefined);
  if (claims?.sub !== owner) throw badRequest(STALE, "drive_state");
  const [used] = await service<{ verifier: string }[]>`
    update private.drive_consents set used_at = now()
     where id = ${claims.consent} and user_id = ${owner} and expires_at > now() and used_at is null
    returning verifier
  `;
  if (!used) throw badRequest(STALE, "drive_state");
  return { id: claims.consent, codeVerifier: keys.unseal(purposeOf(owner), used.verifier) };
}

async function exchange({ settings, home, log }: ConsentWorld, code: string, codeVerifier: string) {
  try {
    const client = await oauthClient(settings, returnAddress(home));
    const { tokens } = await client.getToken({ code, codeVerifier });
    return tokens;
  } catch (error) {
    // The error carries the code and our secrets: its name is all that may be told.
    const { reason, isOurs } = troubleOf(error);
    if (reason === "invalid_grant") throw badRequest(STALE, "drive_code");
    if (isOurs) log.error({ reason }, "Google refuses this server");
    throw unanswered();
  }
}

const unanswered = () =>
  unavailable("Google does not answer at the moment. Please try again.", "drive_unavailable");

const About = z.object({ user: z.object({ permissionId: z.string(), emailAddress: z.string() }) });

/** `from` is the network address that asks. */
type Given = Awaited<ReturnType<typeof whoseDrive>> &
  Pick<Credentials, "refresh_token" | "expiry_date"> &
  Record<"consent" | "from" | "access", string>;

/** Before anything is kept: files belong to a Google account, not to a connection. */
async function whoseDrive({ settings, log }: ConsentWorld, token: string) {
  try {
    const api = await apiFor(settings, token);
    const { data } = await api.about.get({ fields: "user(permissionId,emailAddress)" });
    const { permissionId, emailAddress } = About.parse(data).user;
    return { google_account: permissionId, email: emailAddress };
  } catch (error) {
    // The operator may have to enable Google's interface: only Google's own words say so.
    log.warn({ err: asRefusal(error) }, "Google does not say whose drive was connected");
    throw unanswered();
  }
}

/** Google gives what lasts only when it has asked: what is kept already stays, for the same account. */
async function keepConnection(
  { service, keys }: ConsentWorld,
  owner: string,
  { google_account, email, access, refresh_token, expiry_date, consent, from }: Given,
): Promise<void> {
  const seal = (token: string) => keys.seal(purposeOf(owner), token);
  const refresh = refresh_token ? seal(refresh_token) : null;
  const expires = new Date(expiry_date ?? Date.now() + 3_000_000);
  const kept = await service(async (sql) => {
    // Ended meanwhile: it was disconnected, or the account has passed to somebody else.
    const [asked] = await sql`delete from private.drive_consents where id = ${consent} returning 1`;
    if (!asked) throw badRequest(STALE, "drive_state");
    await sql`select private.acting(${owner}, ${from})`;
    const [known] = await sql<{ refresh_token: string | null }[]>`
      select refresh_token from private.drive_connections
       where user_id = ${owner} and google_account = ${google_account} for update
    `;
    const lasting = refresh ?? known?.refresh_token;
    if (!lasting) {
      await sql`update private.drive_connections set asks_anew = true where user_id = ${owner}`;
      return [];
    }
    // A pending revocation would end the consent that was just given.
    await sql`
      delete from private.revocations where owner_id = ${owner} and google_account = ${google_account}
    `;
    await sql`update private.deliveries set due_at = now() where owner_id = ${owner}`;
    await sql`update private.jobs set due_at = now() where kind = ${naming.name} and account = ${owner}`;
    return sql`
      insert into private.drive_connections as c
        (user_id, google_account, email, refresh_token, access_token, access_expires_at)
      values (${owner}, ${google_account}, ${email}, ${lasting}, ${seal(access)}, ${expires})
      on conflict (user_id) do update set
        google_account = excluded.google_account, email = excluded.email,
        refresh_token = excluded.refresh_token, access_token = excluded.access_token,
        access_expires_at = excluded.access_expires_at, lease_holder = null, lease_until = null,
        folder_id = case when c.google_account = excluded.google_account then c.folder_id end,
        changes_token = case when c.google_account = excluded.google_account then c.changes_token end,
        connected_at = now(), ended_at = null, asks_anew = false
      returning 1
    `;
  });
  if (kept.length === 0)
    throw badRequest(
      "Google gave nothing lasting for this account. Please connect again: this time Google will ask you for it.",
      "drive_not_lasting",
    );
}
