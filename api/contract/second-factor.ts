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
export type PasskeyStep = z.infer<typeof PasskeyStep>;

type Row = [Operation["call"], id: string, z.ZodType | null, answer: z.ZodType, summary: string];

const rows: Row[] = [
  ["GET /user/second-factor", "getSecondFactor", null, SecondFactor, "What sign-in asks for"],
  ["POST /user/second-factor/totp", "beginTotp", Proof, TotpSecret, "A secret for an app"],
  ["PUT /user/second-factor/totp", "confirmTotp", TotpCode, RecoveryCodes, "Turn the app on"],
  ["DELETE /user/second-factor/totp", "removeTotp", Proof, Done, "Turn the app off"],
  ["POST /user/second-factor/passkeys", "beginPasskey", Proof, PasskeyOptions, "Make a passkey"],
  ["PUT /user/second-factor/passkeys", "addPasskey", NewPasskey, RecoveryCodes, "Add it"],
  ["DELETE /user/second-factor/passkeys/{id}", "removePasskey", Proof, Done, "Remove a passkey"],
  ["POST /user/second-factor/recovery-codes", "renewCodes", Proof, RecoveryCodes, "New codes"],
  ["POST /auth/second-factor", "passWithCode", SecondStep, Session, "Go on with a code"],
  ["POST /auth/second-factor/passkeys", "passWithPasskey", PasskeyStep, Session, "Or a passkey"],
];

export const secondFactorOperations = rows.map(([call, id, body, answer, summary]): Operation => {
  const isOwn = call.includes(" /user/");
  const access = isOwn ? "session" : "public";
  const own = call.startsWith("DELETE") ? ([403, 404] as const) : ([403, 409] as const);
  const refusals = isOwn ? own : ([401] as const);
  return { call, id, summary, access, ...(body && { body }), answer, refusals };
});
