import { queryOptions } from "@tanstack/react-query";
import { Session } from "#contract/auth.ts";
import { Done } from "#contract/common.ts";
import {
  type Credential,
  PasskeyOptions,
  RecoveryCodes,
  SecondFactor,
  type SecondStep,
  TotpSecret,
} from "#contract/second-factor.ts";
import { makePasskey } from "#web/lib/passkey.ts";
import { request } from "#web/lib/request.ts";
import { unlessAtField, write } from "./write.ts";

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => request("GET", "/user/second-factor", SecondFactor, { signal }),
});

export type Act =
  | { kind: "totp-on" | "totp-off" | "passkey-on" | "codes" }
  | { kind: "passkey-off"; id: string; name: string };

/** The next thing to show: a secret to confirm, codes to keep, or nothing more. */
type Next = TotpSecret | RecoveryCodes | Done;

/** A code confirms what has begun; anything else begins with the password. */
export const changeSecondFactor = (act: Act, done: (next: Next) => void) =>
  write<FormData, Next>({
    send: (form) => {
      const { code, ...given } = Object.fromEntries(form);
      if (code === undefined) return begin(act, given);
      return request("PUT", "/user/second-factor/totp", RecoveryCodes, { body: { code } });
    },
    stale: secondFactorQuery.queryKey,
    done,
    failure: unlessAtField("That did not work. Please try again."),
  });

async function begin(act: Act, { name, ...body }: FormValues): Promise<Next> {
  if (act.kind === "totp-on")
    return request("POST", "/user/second-factor/totp", TotpSecret, { body });
  if (act.kind === "totp-off") return request("DELETE", "/user/second-factor/totp", Done, { body });
  if (act.kind === "codes")
    return request("POST", "/user/second-factor/recovery-codes", RecoveryCodes, { body });
  if (act.kind === "passkey-off")
    return request("DELETE", `/user/second-factor/passkeys/${act.id}`, Done, { body });
  const options = await request("POST", "/user/second-factor/passkeys", PasskeyOptions, { body });
  const made = { name, credential: await makePasskey(options) };
  return request("PUT", "/user/second-factor/passkeys", RecoveryCodes, { body: made });
}

type FormValues = Record<string, FormDataEntryValue>;

/** The end of signing in where it took two steps. */
export const passWithCode = (body: SecondStep) =>
  request("POST", "/auth/second-factor", Session, { body });

export const passWithPasskey = (ticket: string, credential: Credential) =>
  request("POST", "/auth/second-factor/passkeys", Session, { body: { ticket, credential } });
