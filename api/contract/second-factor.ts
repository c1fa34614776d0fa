import { z } from "zod";
import { Session } from "./auth.ts";
import { Done, forPublic, forSession, Id, Time, visibleLine } from "./common.ts";

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
const Code = z.string(CODE).normalize("NFKC").trim().min(1, CODE).max(64);
export const TotpCode = z.object({ code: Code });

export const RecoveryCodes = z.object({
  recovery_codes: z.array(z.string()).describe("Shown this once; all earlier ones are void"),
});
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

const Ticket = z.string().min(1).max(200).describe("From signing in");
export const SecondStep = TotpCode.extend({ ticket: Ticket }).describe("Or a recovery code");

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
  name: visibleLine("Give it a name", 60, "The name is too long"),
  credential: Credential,
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const PasskeyStep = z.object({ ticket: Ticket, credential: Credential });

export const getSecondFactorCall = forSession("GET /user/second-factor", {
  summary: "What sign-in asks for",
  answer: SecondFactor,
});

export const beginTotpCall = forSession("POST /user/second-factor/totp", {
  summary: "A secret for an app",
  body: Proof,
  answer: TotpSecret,
  refusals: [403, 409],
});

export const confirmTotpCall = forSession("PUT /user/second-factor/totp", {
  summary: "Turn the app on",
  body: TotpCode,
  answer: RecoveryCodes,
  refusals: [403, 409],
});

export const removeTotpCall = forSession("DELETE /user/second-factor/totp", {
  summary: "Turn the app off",
  body: Proof,
  answer: Done,
  refusals: [403, 404],
});

export const beginPasskeyCall = forSession("POST /user/second-factor/passkeys", {
  summary: "Make a passkey",
  body: Proof,
  answer: PasskeyOptions,
  refusals: [403, 409],
});

export const addPasskeyCall = forSession("PUT /user/second-factor/passkeys", {
  summary: "Add it",
  body: NewPasskey,
  answer: RecoveryCodes,
  refusals: [403, 409],
});

export const removePasskeyCall = forSession("DELETE /user/second-factor/passkeys/{id}", {
  summary: "Remove a passkey",
  body: Proof,
  answer: Done,
  refusals: [403, 404],
});

export const renewCodesCall = forSession("POST /user/second-factor/recovery-codes", {
  summary: "New codes",
  body: Proof,
  answer: RecoveryCodes,
  refusals: [403, 409],
});

export const passWithCodeCall = forPublic("POST /auth/second-factor", {
  summary: "Go on with a code",
  body: SecondStep,
  answer: Session,
  refusals: [401, 409],
});

export const passWithPasskeyCall = forPublic("POST /auth/second-factor/passkeys", {
  summary: "Or a passkey",
  body: PasskeyStep,
  answer: Session,
  refusals: [401],
});
