import type { Account } from "#api/access/account.ts";
import { ticketHash } from "#api/access/begin-session.ts";
import { unauthorized } from "#api/http/errors.ts";
import type { Limit, TakeToken } from "#api/http/limits/rate-limit.ts";
import type { Db } from "#api/platform/database.ts";
import { recoveryHash } from "./factors.ts";

const TRIES = 5;
/** A limit for an account, however many tickets it has: so a code of an app is guessed once in years. */
const guesses: Limit = { name: "second-factor:account", capacity: 10, period: 1800 };

const OVER = "This took too long, or too many tries. Please sign in again.";
const WRONG = "This code is wrong, or was used already.";

/** Each try counts before it is looked at: many at once are no more than one. It comes `from` a network address. */
export async function passStep(
  { db, from }: { db: Db; from: string },
  ticket: string,
  isRight: (account: string, challenge: string) => Promise<boolean>,
) {
  const hash = ticketHash(ticket);
  const [account] = await db<Account[]>`
    update private.sign_in_tickets t set tries = t.tries + 1 from public.users u
     where t.hash = ${hash} and t.ends_at > now() and t.tries < ${TRIES} and u.id = t.user_id
    returning u.*
  `;
  if (!account) throw unauthorized(OVER, "ticket_over");
  if (!(await isRight(account.id, hash))) {
    const reason = "wrong_code";
    await db`select private.note_failed_sign_in(${from}, ${account.email}, ${reason})`;
    throw unauthorized(WRONG, reason);
  }
  const [used] = await db<{ proof: string | null }[]>`
    delete from private.sign_in_tickets where hash = ${hash} returning proof
  `;
  if (!used) throw unauthorized(OVER, "ticket_over");
  return { account, proof: used.proof };
}

/** Limits codes of an app alone: when a stranger has used the tries up, other factors still let the owner in. */
export async function asGuess(
  takeToken: TakeToken,
  account: string,
  isRight: () => Promise<boolean>,
) {
  const giveBack = await takeToken(guesses, account);
  const was = await isRight();
  if (was) await giveBack();
  return was;
}

/** Each code once. */
export async function spendRecovery(db: Db, account: string, code: string) {
  const spent = await db`
    delete from private.second_factors where user_id = ${account} and kind = 'recovery'
       and secret = ${recoveryHash(account, code)} returning id
  `;
  return spent.length > 0;
}
