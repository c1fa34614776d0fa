import type { Account } from "#api/access/account.ts";
import { conflict, invalid } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { beginFactor, confirmFactor, readFactors } from "./factors.ts";

const PERIOD_MS = 30_000;
const WRONG = "This code is wrong. Is the clock of the app right?";
const ON = "An authenticator app is on already. Turn it off first.";
const LOST =
  "This server cannot check the codes of your app any more. Use another way, or ask the person who runs it to turn the app off.";

const purposeOf = (account: string) => `totp:${account}`;

/** The secret is lost to a server that got another `SIGNING_KEY`. */
function secretOf(keys: Keys, account: string, sealed: string): string {
  try {
    return keys.unseal(purposeOf(account), sealed);
  } catch {
    throw conflict(LOST, "app_lost");
  }
}

export async function beginTotp(db: Db, keys: Keys, { id, email }: Account) {
  if ((await readFactors(db, id)).totp) throw conflict(ON, "totp_on");
  const { Secret, TOTP } = await import("otpauth");
  const totp = new TOTP({ issuer: "Kinora", label: email, secret: new Secret({ size: 20 }) });
  const secret = totp.secret.base32;
  await beginFactor(db, id, "totp", keys.seal(purposeOf(id), secret));
  return { secret, url: totp.toString() };
}

export const confirmTotp = (db: Db, keys: Keys, { id }: Account, code: string) =>
  confirmFactor(db, id, "totp", async (sealed) => {
    const counter = await stepOf(secretOf(keys, id, sealed), code);
    if (counter === null) throw invalid(WRONG, { code: WRONG });
    return { counter };
  });

/** Each code once: an earlier half minute than that of the last one is not taken again. */
export async function spendTotp(db: Db, keys: Keys, account: string, code: string) {
  const [app] = await db<{ id: string; secret: string }[]>`
    select id, secret from private.second_factors
     where user_id = ${account} and kind = 'totp' and since is not null
  `;
  const step = app && (await stepOf(secretOf(keys, account, app.secret), code));
  if (!step) return false;
  const spent = await db`
    update private.second_factors set counter = ${step}
     where id = ${app.id} and counter < ${step} returning id
  `;
  return spent.length > 0;
}

/** The half minute whose code it is: this one, the one before or the one after. */
async function stepOf(secret: string, code: string): Promise<number | null> {
  const { TOTP } = await import("otpauth");
  const timestamp = Date.now();
  const token = code.replaceAll(/\s/g, "");
  const delta = new TOTP({ secret }).validate({ token, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / PERIOD_MS) + delta;
}
