import { Hono } from "hono";
import { beginAnew, beginSession, enter } from "#api/access/begin-session.ts";
import type { Guards } from "#api/access/guards.ts";
import { attemptsByAddress, countGuess } from "#api/access/guesses.ts";
import { widestNetworkOf } from "#api/http/address.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { VerifyGoogleToken } from "#api/services/google.ts";
import {
  Credentials,
  ForgotPassword,
  GoogleSignIn,
  Registration,
  ResetPassword,
  Session,
  SignedIn,
  SignedInAnew,
} from "#contract/auth.ts";
import { Done } from "#contract/common.ts";
import { askForResetLetter, resetPassword } from "./forgotten-password.ts";
import { logOut } from "./log-out.ts";
import { register } from "./register.ts";
import { renewSession } from "./renew-session.ts";
import { signIn } from "./sign-in.ts";
import { signInWithGoogle } from "./sign-in-with-google.ts";

const registrations: Limit = { name: "register:address", capacity: 20, period: 3600 };
const lettersByAddress: Limit = { name: "forgot:address", capacity: 20, period: 3600 };
const lettersFromNetwork: Limit = { name: "forgot:account-network", capacity: 3, period: 3600 };
const lettersByAccount: Limit = { name: "forgot:account", capacity: 20, period: 3600 };

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  jobs: Pick<Jobs, "send">;
  verifyGoogleToken: VerifyGoogleToken;
  /** The plan a new account starts on. */
  firstPlan: string;
}

export function authRoutes(deps: Deps) {
  const { env, guards, keys, jobs, takeToken, verifyGoogleToken, firstPlan } = deps;
  const db = deps.database.asService("nobody is signed in before signing in");
  const desk = { keys, db, jobs };

  return new Hono<AppEnv>()
    .post("/register", valid("json", Registration), async (c) => {
      await takeToken(registrations, c.var.address());
      const account = await register({ db, jobs }, c.req.valid("json"), firstPlan);
      if (!account) return reply(c, Done, { success: true }, 202);
      return reply(c, Session, await beginSession(c, keys, db, { account }), 201);
    })
    .post("/login", valid("json", Credentials), async (c) => {
      await countGuess(takeToken, c.req.valid("json").email, c.var.address());
      const account = await signIn(db, c.req.valid("json"), c.var.address());
      const proof = account.password_hash;
      return reply(c, SignedIn, await enter(c, keys, db, { account, proof }, beginSession));
    })
    .post("/google", valid("json", GoogleSignIn), async (c) => {
      await takeToken(attemptsByAddress, c.var.address());
      const { token, invitation } = c.req.valid("json");
      const person = await verifyGoogleToken(token);
      const account = await signInWithGoogle({ ...desk, plan: firstPlan }, person, invitation);
      return reply(c, SignedIn, await enter(c, keys, db, { account }, beginSession));
    })
    .post("/forgot-password", valid("json", ForgotPassword), async (c) => {
      const { email } = c.req.valid("json");
      await takeToken(lettersByAddress, c.var.address());
      await takeToken(lettersFromNetwork, `${email} from ${widestNetworkOf(c.var.address())}`);
      await takeToken(lettersByAccount, email);
      await askForResetLetter({ jobs, canSend: env.SMTP_URL !== undefined }, email);
      return reply(c, Done, { success: true });
    })
    .post("/reset-password", valid("json", ResetPassword), async (c) => {
      await takeToken(attemptsByAddress, c.var.address());
      const changed = await resetPassword(desk, c.req.valid("json"), c.var.address());
      return reply(c, SignedInAnew, await enter(c, keys, db, changed, beginAnew));
    })
    .post("/renew", guards.session, async (c) =>
      reply(c, Session, await renewSession(keys, c.var.db, c.var.caller.sid)),
    )
    .post("/logout", guards.session, async (c) => {
      await logOut(c.var.db, c.var.caller.sid);
      return reply(c, Done, { success: true });
    });
}
