import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { Account } from "#api/access/account.ts";
import { invalid } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Credential, NewPasskey } from "#contract/second-factor.ts";
import { beginFactor, confirmFactor } from "./factors.ts";

const UNREADABLE = "This passkey could not be checked. Please try again.";

/** The site for which a passkey is good, in questions and answers. */
interface Party {
  expectedRPID: string;
  expectedOrigin: string;
  requireUserVerification: false;
}

/** While developing, pages are served at another port of the same host. */
export function partyOf(ours: string, page = ""): Party {
  const { hostname, origin } = new URL(ours);
  const asking = URL.parse(page);
  const expectedOrigin = asking?.hostname === hostname ? asking.origin : origin;
  return { expectedRPID: hostname, expectedOrigin, requireUserVerification: false };
}

export async function beginPasskey(db: Db, party: Party, { id, email, username }: Account) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const known = await db<{ id: string }[]>`
    select credential_id as id from private.second_factors
     where user_id = ${id} and kind = 'passkey' and since is not null
  `;
  const options = await generateRegistrationOptions({
    rpName: "Kinora",
    rpID: party.expectedRPID,
    userID: new TextEncoder().encode(id),
    userName: email,
    userDisplayName: username,
    excludeCredentials: [...known],
  });
  await beginFactor(db, id, "passkey", options.challenge);
  return options;
}

export const addPasskey = (db: Db, party: Party, { id }: Account, given: NewPasskey) =>
  confirmFactor(db, id, "passkey", async (expectedChallenge) => {
    const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
    const response = { ...given.credential, clientExtensionResults: {} };
    const { registrationInfo } = await verifyRegistrationResponse({
      ...{ ...party, expectedChallenge },
      response: response as unknown as RegistrationResponseJSON, // it is looked at there
    }).catch(() => ({ registrationInfo: undefined }));
    if (!registrationInfo) throw invalid(UNREADABLE);
    const { id: credential_id, publicKey, counter } = registrationInfo.credential;
    const secret = Buffer.from(publicKey).toString("base64url");
    return { credential_id, secret, counter, name: given.name };
  });

/** Whether one of the account's passkeys has signed the challenge. */
export async function hasSigned(
  db: Db,
  party: Party,
  { account, challenge }: { account: string; challenge: string },
  credential: Credential,
): Promise<boolean> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const [known] = await db<{ id: string; secret: string; counter: number }[]>`
    select id, secret, counter from private.second_factors
     where user_id = ${account} and credential_id = ${credential.id} and since is not null
  `;
  if (!known) return false;
  const { id, secret, counter } = known;
  const response = { ...credential, clientExtensionResults: {} };
  const publicKey = new Uint8Array(Buffer.from(secret, "base64url"));
  const { verified, authenticationInfo: read } = await verifyAuthenticationResponse({
    ...{ ...party, expectedChallenge: challenge },
    credential: { id: credential.id, publicKey, counter },
    response: response as unknown as AuthenticationResponseJSON, // it is looked at there
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !read) return false;
  await db`
    update private.second_factors set counter = ${read.newCounter} where id = ${id}
  `;
  return true;
}
