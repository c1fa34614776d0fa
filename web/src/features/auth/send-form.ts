import { z } from "zod";
import { ForgotPassword, Registration, ResetPassword } from "#contract/auth.ts";
import { type PasskeyOptions, SecondStep } from "#contract/second-factor.ts";
import { askForLetter, register, resetPassword } from "#web/data/auth.ts";
import { passWithCode, passWithPasskey } from "#web/data/second-factor.ts";
import { askPasskey } from "#web/lib/browser/passkey.ts";
import { readForm, readValues } from "#web/lib/form.ts";

// The pages import this file only when a form is sent: it brings zod and the contract.

export const sendForgotten = (form: FormData) => askForLetter(readForm(ForgotPassword, form));

export const sendReset = (form: FormData, token: string) =>
  resetPassword(readValues(ResetPassword, { ...Object.fromEntries(form), token }));

export const sendCode = (ticket: string, form: FormData) =>
  passWithCode(readValues(SecondStep, { ...Object.fromEntries(form), ticket }));

export const sendPasskey = async (ticket: string, options: PasskeyOptions) =>
  passWithPasskey(ticket, await askPasskey(options));

export function sendRegistration(form: FormData) {
  const { confirmPassword: _same, ...body } = readForm(RegistrationForm, form);
  return register(body);
}

/** Both errors are shown at once: what the contract objects to, and that the passwords differ. */
const RegistrationForm = Registration.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ["confirmPassword"], message: "Passwords do not match", when: () => true },
);
