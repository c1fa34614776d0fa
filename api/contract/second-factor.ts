import { z } from "zod";
import { Session } from "./auth.ts";
import { Done, Id, type Operation, Time } from "./common.ts";

/** Asked before what a session in strange hands must not do. */
export const Proof = z.object({
  password: z.string().max(1024).optional().describe("Of an account that has one"),
});
export type Proof = z.infer<typeof Proof>;

export const SecondFactor = z.object({
  totp: z.boolean().describe("Codes of an authenticator app are asked for"),
  passkeys: z.array(z.object({ id: Id, name: z.string(), created_at: Time })),
  recovery_codes_left: z.number().int(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const TotpSecret = z.object({
  secret: z.string().describe("In base32, to be typed into an app"),
  url: z.string().describe("The same as an `otpauth:` address"),
});
export type TotpSecret = z.infer<typeof TotpSecret>;

const CODE = "Enter the code";
export const TotpCode = z.object({ code: z.string(CODE).trim().min(1, CODE).max(64) });

export const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe("Shown this once; all earlier ones are void"),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const Ticket = z.string().min(1).max(200).describe("From signing in");
export const SecondStep = TotpCode.extend({ ticket: Ticket }).describe("Or a recovery code");
export type SecondStep = z.infer<typeof SecondStep>;

/** As `PublicKeyCredential.parseCreationOptionsFromJSON` of browsers takes it. */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

/** A credential as its `toJSON()` gives it; the code that checks the signature parses the rest. */
export const Credential = z.looseObject({
  id: z.string().max(2000),
  response: z.looseObject({ clientDataJSON: z.string() }),
});
export type Credential = z.infer<typeof Credential>;

export const NewPasskey = z.object({
  name: z.string().trim().min(1, "Give it a name").max(60, "The name is too long"),
  credential: Credential,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const PasskeyStep = z.object({ ticket: Ticket, credential: Credential });

export const getSecondFactorCall = {
  call: "GET /user/second-factor",
  summary: "What sign-in asks for",
  access: "session",
  answer: SecondFactor,
  refusals: [403, 409],
} as const satisfies Operation;

export const beginTotpCall = {
  call: "POST /user/second-factor/totp",
  summary: "A secret for an app",
  access: "session",
  body: Proof,
  answer: TotpSecret,
  refusals: [403, 409],
} as const satisfies Operation;

export const confirmTotpCall = {
  call: "PUT /user/second-factor/totp",
  summary: "Turn the app on",
  access: "session",
  body: TotpCode,
  answer: RecoveryCodes,
  refusals: [403, 409],
} as const satisfies Operation;

export const removeTotpCall = {
  call: "DELETE /user/second-factor/totp",
  summary: "Turn the app off",
  access: "session",
  body: Proof,
  answer: Done,
  refusals: [403, 404],
} as const satisfies Operation;

export const beginPasskeyCall = {
  call: "POST /user/second-factor/passkeys",
  summary: "Make a passkey",
  access: "session",
  body: Proof,
  answer: PasskeyOptions,
  refusals: [403, 409],
} as const satisfies Operation;

export const addPasskeyCall = {
  call: "PUT /user/second-factor/passkeys",
  summary: "Add it",
  access: "session",
  body: NewPasskey,
  answer: RecoveryCodes,
  refusals: [403, 409],
} as const satisfies Operation;

export const removePasskeyCall = {
  call: "DELETE /user/second-factor/passkeys/{id}",
  summary: "Remove a passkey",
  access: "session",
  body: Proof,
  answer: Done,
  refusals: [403, 404],
} as const satisfies Operation;

export const renewCodesCall = {
  call: "POST /user/second-factor/recovery-codes",
  summary: "New codes",
  access: "session",
  body: Proof,
  answer: RecoveryCodes,
  refusals: [403, 409],
} as const satisfies Operation;

export const passWithCodeCall = {
  call: "POST /auth/second-factor",
  summary: "Go on with a code",
  access: "public",
  body: SecondStep,
  answer: Session,
  refusals: [401],
} as const satisfies Operation;

export const passWithPasskeyCall = {
  call: "POST /auth/second-factor/passkeys",
  summary: "Or a passkey",
  access: "public",
  body: PasskeyStep,
  answer: Session,
  refusals: [401],
} as const satisfies Operation;
