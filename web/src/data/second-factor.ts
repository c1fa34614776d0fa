import type { Done } from "#contract/common.ts";
import {
  addPasskeyCall,
  beginPasskeyCall,
  beginTotpCall,
  confirmTotpCall,
  getSecondFactorCall,
  NewPasskey,
  type RecoveryCodes,
  removePasskeyCall,
  removeTotpCall,
  renewCodesCall,
  type TotpSecret,
} from "#contract/second-factor.ts";
import { makePasskey } from "#web/lib/browser/passkey.ts";
import { readValues } from "#web/lib/form.ts";
import { call } from "#web/lib/request.ts";
import { read } from "./read.ts";
import { unlessAtField, write } from "./write.ts";

export const secondFactorQuery = read(["second-factor"], getSecondFactorCall);

export type Act =
  | { kind: "totp-on" | "totp-off" | "passkey-on" | "codes" }
  | { kind: "passkey-off"; id: string; name: string };

type Next = TotpSecret | RecoveryCodes | Done;

/** A code confirms what has begun; anything else begins with the password. */
export const changeSecondFactor = (act: Act, done: (next: Next) => void) =>
  write({
    send: (form: FormData) => {
      const { code, ...given } = textsOf(form);
      if (code === undefined) return begin(act, given);
      return call(confirmTotpCall, { body: { code } });
    },
    stale: secondFactorQuery.queryKey,
    done,
    failure: (error) =>
      error instanceof DOMException && error.name === "InvalidStateError"
        ? "This device has a passkey of this account already."
        : unlessAtField("That did not work. Please try again.")(error),
  });

async function begin(act: Act, { name = "", ...body }: Texts): Promise<Next> {
  if (act.kind === "totp-on") return call(beginTotpCall, { body });
  if (act.kind === "totp-off") return call(removeTotpCall, { body });
  if (act.kind === "codes") return call(renewCodesCall, { body });
  if (act.kind === "passkey-off") return call(removePasskeyCall, { params: { id: act.id }, body });
  const named = readValues(NewPasskey.pick({ name: true }), { name }); // a refused one would stay on the device
  const options = await call(beginPasskeyCall, { body });
  return call(addPasskeyCall, { body: { ...named, credential: await makePasskey(options) } });
}

type Texts = Record<string, string>;

const textsOf = (form: FormData): Texts =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));
