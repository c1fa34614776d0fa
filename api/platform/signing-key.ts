import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { type Env, SigningJwk } from "#api/env.ts";
import { parseJson } from "./parse-json.ts";
import { StartError } from "./start-error.ts";

/** The key of the environment, else the one made on the first start and kept in the data directory. */
export async function signingKey(env: Env, dataDir: string): Promise<SigningJwk> {
  if (env.SIGNING_KEY) return env.SIGNING_KEY;
  const file = join(dataDir, "signing-key.json");
  if (!existsSync(file)) await makeKey(file);
  const kept = SigningJwk.safeParse(parseJson(readFileSync(file, "utf8")));
  if (kept.success) return kept.data;
  throw new StartError(
    `DATA_DIR: ${file} holds no key that can sign. Put it back from a backup. Without one, remove the file: ` +
      "then everybody has to log in again, by a recovery code where an authenticator app is on.",
  );
}

async function makeKey(file: string): Promise<void> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), kid: crypto.randomUUID(), alg: "ES256" };
  writeFileSync(`${file}.new`, JSON.stringify(jwk), { mode: 0o600 });
  renameSync(`${file}.new`, file); // whole or not at all
}
