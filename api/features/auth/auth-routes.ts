import { beginAnew, beginSession, enter } from "#api/access/begin-session.ts";
import { attemptsByAddress, countGuess } from "#api/access/guesses.ts";
import { widestNetworkOf } from "#api/http/address.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import type { Parts } from "#api/parts.ts";
import {
  askForPasswordLetterCall,
  registerCall,
  renewSessionCall,
  resetPasswordCall,
  signInCall,
  signInWithGoogleCall,
  signOutCall,
} from "#contract/auth.ts";
import { Done } from "#contract/common.ts";
import { askForResetLetter, resetPassword } from "./forgotten-password.ts";
import { register } from "./register.ts";
import { logOut, renewSession, signIn } from "./sign-in-and-out.ts";
import { signInWithGoogle } from "./sign-in-with-google.ts";

const registrations: Limit = { name: "register:address", capacity: 20, period: 3600 };
const lettersByAddress: Limit = { name: "forgot:address", capacity: 20, period: 3600 };
const lettersFromNetwork: Limit = { name: "forgot:account-network", capacity: 3, period: 3600 };
const lettersByAccount: Limit = { name: "forgot:account", capacity: 20, period: 3600 };

export function serveAuth({ serve, takeToken, verifyGoogleToken, ...deps }: Parts): void {
  const { env, keys, jobs, firstPlan } = deps;
  const service = deps.database.asService("nobody is signed in before signing in");
  const desk = { keys, db: service, jobs };

  // Where a letter comes first, the answer has another status.
  serve(registerCall, async ({ body, c }) => {
    await takeToken(registrations, c.var.address());
    const account = await register({ db: service, jobs }, body, firstPlan);
    if (!account) return reply(c, Done, { success: true }, 202);
    return beginSession(c, keys, service, { account });
  });
  serve(signInCall, async ({ body, c }) => {
    await countGuess(takeToken, body.email, c.var.address());
    const account = await signIn(service, body, c.var.address());
    const proof = account.password_hash;
    return enter(c, keys, service, { account, proof }, beginSession);
  });
  serve(signInWithGoogleCall, async ({ body: { token, invitation }, c }) => {
    await takeToken(attemptsByAddress, c.var.address());
    const person = await verifyGoogleToken(token);
    const account = await signInWithGoogle({ ...desk, plan: firstPlan }, person, invitation);
    return enter(c, keys, service, { account }, beginSession);
  });
  serve(askForPasswordLetterCall, async ({ body: { email }, c }) => {
    await takeToken(lettersByAddress, c.var.address());
    await takeToken(lettersFromNetwork, `${email} from ${widestNetworkOf(c.var.address())}`);
    await takeToken(lettersByAccount, email);
    await askForResetLetter({ jobs, canSend: env.SMTP_URL !== undefined }, email);
  });
  serve(resetPasswordCall, async ({ body, c }) => {
    await takeToken(attemptsByAddress, c.var.address());
    const changed = await resetPassword(desk, body, c.var.address());
    return enter(c, keys, service, changed, beginAnew);
  });
  serve(renewSessionCall, ({ db, caller }) => renewSession(keys, db, caller));
  serve(signOutCall, ({ db, caller }) => logOut(db, caller.sid));
}
