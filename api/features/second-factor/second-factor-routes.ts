import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import { readAccount } from "#api/access/account.ts";
import { beginSession } from "#api/access/begin-session.ts";
import type { Guards } from "#api/access/guards.ts";
import { requireOwner } from "#api/access/require-owner.ts";
import type { SignedIn } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { originOf } from "#api/http/public-url.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Db } from "#api/platform/database.ts";
import { Session } from "#contract/auth.ts";
import { Done, Id } from "#contract/common.ts";
import {
  NewPasskey,
  PasskeyOptions,
  PasskeyStep,
  Proof,
  RecoveryCodes,
  SecondFactor,
  SecondStep,
  TotpCode,
  TotpSecret,
} from "#contract/second-factor.ts";
import { makeRecoveryCodes, readFactors, removeFactor } from "./factors.ts";
import { addPasskey, beginPasskey, hasSigned, partyOf } from "./passkeys.ts";
import { asGuess, passStep, spendRecovery } from "./second-step.ts";
import { beginTotp, confirmTotp, spendTotp } from "./totp.ts";

const proofs: Limit = { name: "second-factor-proof:account", capacity: 20, period: 600 };
const attempts: Limit = { name: "second-factor:address", capacity: 60, period: 600 };
const target = valid("param", z.object({ id: Id }));

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
}

/** Mounted at `/user/second-factor`. Work past the policies is done only for a session that was just confirmed. */
export function secondFactorRoutes({ env, guards, keys, database, takeToken }: Deps) {
  const secrets = database.asService("what people prove themselves by is closed to every API role");
  const mine = (c: Context<SignedIn>) => readAccount(c.var.db, c.var.caller.sub);
  const proved = async (c: Context<SignedIn>, { password }: Proof) => {
    const account = await mine(c);
    await takeToken(proofs, account.id);
    await requireOwner(secrets, c.var.caller.sid, password);
    return account;
  };
  /** Past the policies, and the audit log hears for whom. */
  const as =
    (c: Context<SignedIn>): Db =>
    (run) =>
      secrets(async (sql) => {
        await sql`select private.acting(${c.var.caller.sub}, ${c.var.address()})`;
        return run(sql);
      });
  const party = (c: Context<SignedIn>) => partyOf(originOf(env, c), c.req.header("Origin"));

  return new Hono<AppEnv>()
    .get("/", guards.session, async (c) =>
      reply(c, SecondFactor, await readFactors(secrets, (await mine(c)).id)),
    )
    .post("/totp", guards.session, valid("json", Proof), async (c) => {
      const account = await proved(c, c.req.valid("json"));
      return reply(c, TotpSecret, await beginTotp(as(c), keys, account));
    })
    .put("/totp", guards.session, valid("json", TotpCode), async (c) => {
      const { code } = c.req.valid("json");
      return reply(c, RecoveryCodes, await confirmTotp(as(c), keys, await mine(c), code));
    })
    .delete("/totp", guards.session, valid("json", Proof), async (c) => {
      const { id } = await proved(c, c.req.valid("json"));
      return reply(c, Done, await removeFactor(as(c), id, null));
    })
    .post("/recovery-codes", guards.session, valid("json", Proof), async (c) => {
      const { id } = await proved(c, c.req.valid("json"));
      return reply(c, RecoveryCodes, await makeRecoveryCodes(as(c), id));
    })
    .post("/passkeys", guards.session, valid("json", Proof), async (c) => {
      const account = await proved(c, c.req.valid("json"));
      return reply(c, PasskeyOptions, await beginPasskey(as(c), party(c), account));
    })
    .put("/passkeys", guards.session, valid("json", NewPasskey), async (c) => {
      const given = c.req.valid("json");
      return reply(c, RecoveryCodes, await addPasskey(as(c), party(c), await mine(c), given));
    })
    .delete("/passkeys/:id", guards.session, target, valid("json", Proof), async (c) => {
      const { id } = await proved(c, c.req.valid("json"));
      return reply(c, Done, await removeFactor(as(c), id, c.req.valid("param").id));
    });
}

/** Mounted at `/auth/second-factor`. The ticket says for whom. */
export function secondStepRoutes({ env, keys, database, takeToken }: Deps) {
  const db = database.asService("nobody is signed in before signing in");
  const limited = createMiddleware<AppEnv>(async (c, next) => {
    await takeToken(attempts, c.var.address());
    await next();
  });

  return new Hono<AppEnv>()
    .post("/", limited, valid("json", SecondStep), async (c) => {
      const { ticket, code } = c.req.valid("json");
      const spend = (account: string) =>
        /^[\d\s]+$/.test(code)
          ? asGuess(takeToken, account, () => spendTotp(db, keys, account, code))
          : spendRecovery(db, account, code);
      const passed = await passStep({ db, from: c.var.address() }, ticket, spend);
      return reply(c, Session, await beginSession(c, keys, db, passed));
    })
    .post("/passkeys", limited, valid("json", PasskeyStep), async (c) => {
      const { ticket, credential } = c.req.valid("json");
      const party = partyOf(originOf(env, c), c.req.header("Origin"));
      const isTheirs = (account: string, challenge: string) =>
        hasSigned(db, party, { account, challenge }, credential);
      const passed = await passStep({ db, from: c.var.address() }, ticket, isTheirs);
      return reply(c, Session, await beginSession(c, keys, db, passed));
    });
}
