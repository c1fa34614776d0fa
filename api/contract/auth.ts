import { z } from "zod";
import { Done, Email, forPublic, forSession, Id, Time, visibleLine } from "./common.ts";

const MINIMUM_PASSWORD = 6;

export const Role = z.enum(["user", "admin", "super_admin"]);
export type Role = z.infer<typeof Role>;

export const User = z.object({
  id: Id,
  username: z.string(),
  email: z.string(),
  role: Role,
  profile_picture: z.string().nullable(),
  oauth_provider: z.string().nullable(),
  suspended: z.boolean(),
  created_at: Time,
  password_set: z.boolean(),
});
export type User = z.infer<typeof User>;

export const Session = z.object({ token: z.string(), user: User });
export type Session = z.infer<typeof Session>;

/** A way to the account beside its sessions. */
export const Connection = z.object({ kind: z.enum(["google_drive"]), email: z.string() });
export type Connection = z.infer<typeof Connection>;

export const NewPasswordSession = Session.extend({ connections: z.array(Connection) });
export type NewPasswordSession = z.infer<typeof NewPasswordSession>;

/** `success` alone: no account is made yet, a letter to the address holds the way to it. */
export const Registered = z.union([Session, Done]);

/** Where the account has a second factor: `POST /auth/second-factor` makes a session of it. */
export const Ticket = z.object({
  ticket: z.string(),
  ways: z.array(z.enum(["passkey", "recovery", "totp"])).describe("How one may go on"),
  passkey: z.looseObject({ challenge: z.string() }).describe("For a browser to ask for one"),
});
export type Ticket = z.infer<typeof Ticket>;

export const SignedIn = z.union([Session, Ticket]);
export type SignedIn = z.infer<typeof SignedIn>;

export const SignedInAnew = z.union([NewPasswordSession, Ticket]);

export const Password = z
  .string("Password is required")
  .min(MINIMUM_PASSWORD, "Password must be at least 6 characters long")
  .max(1024, "Password is too long");

export const Registration = z.object({
  username: visibleLine("Username is required", 60, "Username must be at most 60 characters long"),
  email: Email,
  password: Password,
  invitation: z.string().max(200).optional().describe("The token of one, where it is needed"),
});
export type Registration = z.infer<typeof Registration>;

export const Credentials = z.object({
  email: Email,
  password: z.string("Password is required").min(1, "Password is required").max(1024),
});
export type Credentials = z.infer<typeof Credentials>;

export const GoogleSignIn = z.object({
  token: z.string().min(1).max(8192),
  invitation: Registration.shape.invitation,
});
export type GoogleSignIn = z.infer<typeof GoogleSignIn>;

export const ForgotPassword = z.object({ email: Email });

export const ResetPassword = z.object({
  token: z.string("Open the address in the email").min(1).max(4096).describe("From the email"),
  password: Password,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

export const registerCall = forPublic("POST /auth/register", {
  summary: "Create an account",
  description:
    "Where only some domains are let in and the server sends emails, the answer is 202 for every address there: an email to it holds the `invitation` with which the account is created.",
  body: Registration,
  answer: Session,
  status: 201,
  accepted: Done,
  refusals: [403, 409],
});

export const signInCall = forPublic("POST /auth/login", {
  summary: "Sign in with email and password",
  body: Credentials,
  answer: SignedIn,
  refusals: [401],
});

export const signInWithGoogleCall = forPublic("POST /auth/google", {
  summary: "Sign in with a Google ID token",
  body: GoogleSignIn,
  answer: SignedIn,
  refusals: [401, 403],
});

export const askForPasswordLetterCall = forPublic("POST /auth/forgot-password", {
  summary: "Send an email with which a new password can be chosen",
  description: "The answer is the same whether there is such an account.",
  body: ForgotPassword,
  answer: Done,
});

export const resetPasswordCall = forPublic("POST /auth/reset-password", {
  summary: "Choose a new password with an email; every session ends, and one begins",
  body: ResetPassword,
  answer: SignedInAnew,
  refusals: [401],
});

export const renewSessionCall = forSession("POST /auth/renew", {
  summary: "A fresh token for the session, for ninety days after it began",
  answer: Session,
});

export const signOutCall = forSession("POST /auth/logout", {
  summary: "End the session",
  answer: Done,
});
