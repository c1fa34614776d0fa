import { z } from "zod";
import {
  askForPasswordLetterCall,
  ForgotPassword,
  Registered,
  Registration,
  ResetPassword,
  resetPasswordCall,
} from "#contract/auth.ts";
import {
  type PasskeyOptions,
  passWithCodeCall,
  passWithPasskeyCall,
  SecondStep,
} from "#contract/second-factor.ts";
import { askPasskey } from "#web/lib/browser/passkey.ts";
import { readForm } from "#web/lib/form.ts";
import { call, request } from "#web/lib/request.ts";

// The pages import this file only when a form is sent: it brings zod and the contract.

export const sendForgotten = (form: FormData) =>
  call(askForPasswordLetterCall, { body: readForm(ForgotPassword, form) });

export const sendReset = (form: FormData, token: string) =>
  call(resetPasswordCall, { body: readForm(ResetPassword, form, { token }) });

export const sendCode = (ticket: string, form: FormData) =>
  call(passWithCodeCall, { body: readForm(SecondStep, form, { ticket }) });

export const sendPasskey = async (ticket: string, options: PasskeyOptions) =>
  call(passWithPasskeyCall, { body: { ticket, credential: await askPasskey(options) } });

/** One of two answers, each with a status of its own. */
export function sendRegistration(form: FormData) {
  const { confirmPassword: _same, ...body } = readForm(RegistrationForm, form);
  return request("POST", "/auth/register", Registered, { body });
}

/** Both errors are shown at once: what the contract objects to, and that the passwords differ. */
const RegistrationForm = Registration.extend({ confirmPassword: z.string() }).refine(
  ({ password, confirmPassword }) => password === confirmPassword,
  { path: ["confirmPassword"], message: "Passwords do not match", when: () => true },
);
