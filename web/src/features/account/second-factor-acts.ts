import type { Proof, RecoveryCodes, TotpSecret } from "#contract/second-factor.ts";
import * as calls from "#web/data/second-factor.ts";
import { unlessAtField, write } from "#web/data/write.ts";
import { makePasskey } from "#web/lib/passkey.ts";

export type Act =
  | { kind: "totp-on" | "totp-off" | "passkey-on" | "codes" }
  | { kind: "passkey-off"; id: string; name: string };

/** What the dialog shows next: a secret to confirm, codes to keep, or nothing more. */
type Next = TotpSecret | RecoveryCodes | { success: true };

export const words: Record<Act["kind"], { title: string; action: string; isRed?: boolean }> = {
  "totp-on": { title: "Turn on an authenticator app", action: "Continue" },
  "totp-off": { title: "Turn off the authenticator app?", action: "Turn off", isRed: true },
  "passkey-on": { title: "Add a passkey", action: "Continue" },
  "passkey-off": { title: "Remove the passkey?", action: "Remove", isRed: true },
  codes: { title: "Make new recovery codes?", action: "Make new codes" },
};

async function perform(act: Act, proof: Proof, name: string): Promise<Next> {
  if (act.kind === "totp-on") return calls.beginTotp(proof);
  if (act.kind === "totp-off") return calls.removeTotp(proof);
  if (act.kind === "passkey-off") return calls.removePasskey(act.id, proof);
  if (act.kind === "codes") return calls.makeRecoveryCodes(proof);
  return calls.addPasskey(name, await makePasskey(await calls.beginPasskey(proof)));
}

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

/** A code confirms what has begun; anything else begins with the password. */
export const changeSecondFactor = (act: Act, done: (next: Next) => void) =>
  write<FormData, Next>({
    send: (form) =>
      form.has("code")
        ? calls.confirmTotp(text(form, "code"))
        : perform(act, { password: text(form, "password") }, text(form, "name")),
    stale: calls.secondFactorQuery.queryKey,
    done,
    failure: unlessAtField("That did not work. Please try again."),
  });
