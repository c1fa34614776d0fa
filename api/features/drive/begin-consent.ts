import { one } from "#api/http/errors.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import { oauthClient, SCOPE } from "#api/platform/drive/settings.ts";
import { purposeOf } from "#api/platform/drive/tokens.ts";
import type { Keys } from "#api/platform/keys.ts";
import type { DriveAuthUrl } from "#contract/drive.ts";

export interface ConsentWorld extends Omit<Drive, "keys"> {
  keys: Keys;
  /** The address people reach us at. */
  home: string;
}

/** As it is entered in Google's console. */
export const returnAddress = (home: string) => `${home}/auth/google-drive/callback`;

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
