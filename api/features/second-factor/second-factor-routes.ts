import { readAccount } from "#api/access/account.ts";
import { beginSession } from "#api/access/begin-session.ts";
import { requireOwner } from "#api/access/require-owner.ts";
import type { Asked } from "#api/access/serve.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { originOf } from "#api/http/public-url.ts";
import type { Parts } from "#api/parts.ts";
import { asDb, type Db } from "#api/platform/database.ts";
import {
  addPasskeyCall,
  beginPasskeyCall,
  beginTotpCall,
  confirmTotpCall,
  getSecondFactorCall,
  type Proof,
  passWithCodeCall,
  passWithPasskeyCall,
  removePasskeyCall,
  removeTotpCall,
  renewCodesCall,
} from "#contract/second-factor.ts";
import { makeRecoveryCodes, readFactors, removeFactor } from "./factors.ts";
import { addPasskey, beginPasskey, hasSigned, partyOf } from "./passkeys.ts";
import { asGuess, passStep, spendRecovery } from "./second-step.ts";
import { beginTotp, confirmTotp, spendTotp } from "./totp.ts";

const proofs: Limit = { name: "second-factor-proof:account", capacity: 20, period: 600 };
const attempts: Limit = { name: "second-factor:address", capacity: 60, period: 600 };

type Mine = Pick<Asked<typeof getSecondFactorCall>, "db" | "caller" | "c">;

/** Work past the policies is done only for a session that was just confirmed. */
export function serveSecondFactor(deps: Parts): void {
  const { serve, env, keys, database, takeToken } = deps;
  serveSecondStep(deps);
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
  serve(beginTotpCall, async (asked) => beginTotp(as(asked), keys, await proved(asked)));
  serve(confirmTotpCall, async (asked) =>
    confirmTotp(as(asked), keys, await mine(asked), asked.body.code),
  );
  serve(removeTotpCall, async (asked) => removeFactor(as(asked), await proved(asked), null));
  serve(renewCodesCall, async (asked) => makeRecoveryCodes(as(asked), await proved(asked)));
  serve(beginPasskeyCall, async (asked) =>
    beginPasskey(as(asked), party(asked), await proved(asked)),
  );
  serve(addPasskeyCall, async (asked) =>
    addPasskey(as(asked), party(asked), await mine(asked), asked.body),
  );
  serve(removePasskeyCall, async (asked) =>
    removeFactor(as(asked), await proved(asked), asked.params.id),
  );
}

/** The ticket says for whom. A wrong ticket counts as an attempt, too: the limit stands before the look at it. */
function serveSecondStep({ serve, env, keys, database, takeToken }: Parts): void {
  const db = database.asService("nobody is signed in before signing in");

  serve(passWithCodeCall, async ({ body: { ticket, code }, c }) => {
    await takeToken(attempts, c.var.address());
    const spend = (account: string) =>
      /^[\d\s]+$/.test(code)
        ? asGuess(takeToken, account, () => spendTotp(db, keys, account, code))
        : spendRecovery(db, account, code);
    return beginSession(c, keys, db, await passStep({ db, from: c.var.address() }, ticket, spend));
  });
  serve(passWithPasskeyCall, async ({ body: { ticket, credential }, c }) => {
    await takeToken(attempts, c.var.address());
    const party = partyOf(originOf(env, c), c.req.header("Origin"));
    const isTheirs = (account: string, challenge: string) =>
      hasSigned(db, party, { account, challenge }, credential);
    const passed = await passStep({ db, from: c.var.address() }, ticket, isTheirs);
    return beginSession(c, keys, db, passed);
  });
}
