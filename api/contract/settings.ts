import { z } from "zod";
import { Done, Email, forPublic, forSuperAdmin, Id, Time } from "./common.ts";

export const SignUp = z.enum(["open", "invitation", "closed"]);
export type SignUp = z.infer<typeof SignUp>;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, "Write a domain such as example.org");

/** The settings that can be changed while the server runs. */
export const ServerSettings = z.object({
  sign_up: SignUp,
  allowed_domains: z.array(Domain).max(100).describe("Of new accounts' addresses; empty: any"),
  default_plan: z.string().max(100).nullable().describe("Of new accounts; null: DEFAULT_PLAN's"),
  announcement: z.string().trim().max(500, "Say it in 500 characters").describe("To everyone"),
  trash_days: z
    .number()
    .int()
    .min(1, "At least one day")
    .max(365, "At most 365 days")
    .describe("Days that deleted recordings wait in the trash; what is there keeps its date"),
  domains_proven: z
    .boolean()
    .describe("False where no email can be sent: then an allowed domain is no gate"),
});
export type ServerSettings = z.infer<typeof ServerSettings>;

/** A setting that is not named stays as it is. */
export const ChangeServerSettings = ServerSettings.omit({ domains_proven: true }).partial();
export type ChangeServerSettings = z.infer<typeof ChangeServerSettings>;

export const Announcement = ServerSettings.pick({ announcement: true });

export const SignUpQuery = z.object({
  invitation: z.string().max(100).optional().describe("The token of an invitation"),
});

export const SignUpOffer = z.object({
  sign_up: SignUp,
  first: z.boolean().describe("There is no account yet, and the first one will run the server"),
  allowed_domains: ServerSettings.shape.allowed_domains,
  invitation: z
    .object({ email: z.string().nullable().describe("Null: for anyone with the link") })
    .nullable()
    .describe("Null: none was named, or it lets nobody in any more"),
});
export type SignUpOffer = z.infer<typeof SignUpOffer>;

export const Invitation = z.object({
  id: Id,
  token: z.string(),
  path: z.string().describe("Where the invitation is accepted, on this server"),
  email: z.string().nullable().describe("Null: for anyone with the link"),
  created_at: Time,
  expires_at: Time,
  mailed_at: Time.nullable(),
  used_at: Time.nullable(),
  used_by: z.string().nullable().describe("The address of the account it let in"),
});
export type Invitation = z.infer<typeof Invitation>;

export const Invitations = z.object({ invitations: z.array(Invitation) });

export const Invite = z.object({
  email: Email.nullable().default(null).describe("Whom an email goes to, where there is mail"),
  days: z.number().int().min(1).max(90).default(14),
});
export type Invite = z.infer<typeof Invite>;

export const getAnnouncementCall = forPublic("GET /announcement", {
  summary: "What everyone on this server is told; empty most of the time",
  answer: Announcement,
  refusals: [429],
});

export const getSignUpOfferCall = forPublic("GET /sign-up", {
  summary: "Who may sign up here, and whether an invitation still lets somebody in",
  query: SignUpQuery,
  answer: SignUpOffer,
  refusals: [429],
});

export const getServerSettingsCall = forSuperAdmin("GET /admin/settings", {
  summary: "Who may sign up, on which plan, and what everyone is told",
  answer: ServerSettings,
});

export const changeServerSettingsCall = forSuperAdmin("PATCH /admin/settings", {
  summary: "Change what is named, at once and without a restart",
  body: ChangeServerSettings,
  answer: ServerSettings,
  refusals: [404],
});

export const listInvitationsCall = forSuperAdmin("GET /admin/invitations", {
  summary: "Invitations, newest first",
  answer: Invitations,
});

export const inviteCall = forSuperAdmin("POST /admin/invitations", {
  summary: "A link that lets one new account in",
  body: Invite,
  answer: Invitation,
  status: 201,
  refusals: [409],
});

export const withdrawInvitationCall = forSuperAdmin("DELETE /admin/invitations/{id}", {
  summary: "Its link lets nobody in any more",
  answer: Done,
});
