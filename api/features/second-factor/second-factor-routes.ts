import type { Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { readAccount } from "#api/access/account.ts";
import { beginSession } from "#api/access/begin-session.ts";
import { requireOwner } from "#api/access/require-owner.ts";
import type { Asked, Serve } from "#api/access/serve.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import type { Limit, TakeToken } from "#api/http/limits/rate-limit.ts";
import { originOf } from "#api/http/public-url.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { asDb, type Db } from "#api/platform/database.ts";
import { Session } from "#contract/auth.ts";
import {
  addPasskeyCall,
  beginPasskeyCall,
  beginTotpCall,
  confirmTotpCall,
  getSecondFactorCall,
  PasskeyStep,
  type Proof,
  removePasskeyCall,
  removeTotpCall,
  renewCodesCall,
  SecondStep,
} from "#contract/second-factor.ts";
import { makeRecoveryCodes, readFactors, removeFactor } from "./factors.ts";
import { addPasskey, beginPasskey, hasSigned, partyOf } from "./passkeys.ts";
import { asGuess, passStep, spendRecovery } from "./second-step.ts";
import { beginTotp, confirmTotp, spendTotp } from "./totp.ts";

const proofs: Limit = { name: "second-factor-proof:account", capacity: 20, period: 600 };
const attempts: Limit = { name: "second-factor:address", capacity: 60, period: 600 };

type Deps = Base & { serve: Serve; takeToken: TakeToken };
type Mine = Pick<Asked<typeof getSecondFactorCall>, "db" | "caller" | "c">;

/** Work past the policies is done only for a session that was just confirmed. */
export function serveSecondFactor({ serve, env, keys, database, takeToken }: Deps): void {
  const secrets = database.asService("what people prove themselves by is closed to every API role");
  const mine = ({ db, caller }: Mine) => readAccount(db, caller.sub);
  const proved = async (asked: Mine & { body: Proof }) => {
    const account = await mine(asked);
    await takeToken(proofs, account.id);
    await requireOwner(secrets, asked.caller.sid, asked.body.password);
    return account;
  };
  /** Past the policies, and the audit log hears for whom. */
  const as = ({ caller, c }: Mine): Db =>
    asDb((run) =>
      secrets(async (sql) => {
        await sql`select private.acting(${caller.sub}, ${c.var.address()})`;
        return run(sql);
      }),
    );
  const party = ({ c }: Mine) => partyOf(originOf(env, c), c.req.header("Origin"));

  serve(getSecondFactorCall, async (asked) => readFactors(secrets, (await mine(asked)).id));
  serve(beginTotpCall, async (asked) => {
    const account = await proved(asked);
    return beginTotp(as(asked), keys, account);
  });
  serve(confirmTotpCall, async (asked) =>
    confirmTotp(as(asked), keys, await mine(asked), asked.body.code),
  );
  serve(removeTotpCall, async (asked) => {
    const { id } = await proved(asked);
    await removeFactor(as(asked), id, null);
  });
  serve(renewCodesCall, async (asked) => {
    const { id } = await proved(asked);
    return makeRecoveryCodes(as(asked), id);
  });
  serve(beginPasskeyCall, async (asked) => {
    const account = await proved(asked);
    return beginPasskey(as(asked), party(asked), account);
  });
  serve(addPasskeyCall, async (asked) =>
    addPasskey(as(asked), party(asked), await mine(asked), asked.body),
  );
  serve(removePasskeyCall, async (asked) => {
    const { id } = await proved(asked);
    await removeFactor(as(asked), id, asked.params.id);
  });
}

interface StepDeps extends Base {
  api: Hono<AppEnv>;
  takeToken: TakeToken;
}

/** The ticket says for whom. A wrong ticket counts as an attempt, too: the limit stands before the look at it. */
export function serveSecondStep({ api, env, keys, database, takeToken }: StepDeps): void {
  const db = database.asService("nobody is signed in before signing in");
  const limited = createMiddleware<AppEnv>(async (c, next) => {
    await takeToken(attempts, c.var.address());
    await next();
  });

  api.post("/auth/second-factor", limited, valid("json", SecondStep), async (c) => {
    const { ticket, code } = c.req.valid("json");
    const spend = (account: string) =>
      /^[\d\s]+$/.test(code)
        ? asGuess(takeToken, account, () => spendTotp(db, keys, account, code))
        : spendRecovery(db, account, code);
    const passed = await passStep({ db, from: c.var.address() }, ticket, spend);
    return reply(c, Session, await beginSession(c, keys, db, passed));
  });
  api.post("/auth/second-factor/passkeys", limited, valid("json", PasskeyStep), async (c) => {
    const { ticket, credential } = c.req.valid("json");
    const party = partyOf(originOf(env, c), c.req.header("Origin"));
    const isTheirs = (account: string, challenge: string) =>
      hasSigned(db, party, { account, challenge }, credential);
    const passed = await passStep({ db, from: c.var.address() }, ticket, isTheirs);
    return reply(c, Session, await beginSession(c, keys, db, passed));
  });
}
