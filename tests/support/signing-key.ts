import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import type { SigningJwk } from "#api/env.ts";

/** A key as `supabase gen signing-key --algorithm ES256` makes one. */
export async function newSigningKey(): Promise<SigningJwk> {
  const { privateKey } = await promisify(generateKeyPair)("ec", { namedCurve: "P-256" });
  const { x, y, d } = privateKey.export({ format: "jwk" });
  if (!x || !y || !d) throw new Error("the key has no coordinates");
  return { kty: "EC", crv: "P-256", kid: crypto.randomUUID(), x, y, d };
}
