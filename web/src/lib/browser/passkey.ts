import { Credential, type PasskeyOptions } from "#contract/second-factor.ts";

/** Older browsers, and addresses without TLS, have no passkeys. */
export const hasPasskeys = () =>
  typeof PublicKeyCredential !== "undefined" &&
  typeof PublicKeyCredential.parseCreationOptionsFromJSON === "function";

export async function makePasskey(options: PasskeyOptions) {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON; // the browser looks at it
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return asJson(await navigator.credentials.create({ publicKey }));
}

export async function askPasskey(options: PasskeyOptions) {
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON; // the browser looks at it
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return asJson(await navigator.credentials.get({ publicKey }));
}

/** JSON asks a credential for what it is in JSON. */
const asJson = (made: unknown) => Credential.parse(JSON.parse(JSON.stringify(made)));
