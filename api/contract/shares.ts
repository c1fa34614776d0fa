import { z } from "zod";
import { Done, Email, forPublic, forSession, forSharedSession, Id, Time } from "./common.ts";
import { MediaToken, SharedRecording } from "./recordings.ts";
import { oneLine } from "./text.ts";

export const SHARE_UNAVAILABLE =
  "This link does not open a recording for you. It may have expired or been revoked, or it may be meant for one person: then sign in with the email address it was shared with.";

const LONGEST_HOURS = 8760;

export const SharePermission = z.enum(["view", "edit"]);

const SharePassword = z
  .string()
  .min(4, "The password must be at least 4 characters long")
  .max(200, "The password is too long");
const Label = z.string().overwrite(oneLine).max(100, "The label is too long");
const ExpiresInHours = z
  .number()
  .int("Choose whole hours")
  .min(1, "A link lasts at least an hour")
  .max(LONGEST_HOURS, "A link lasts at most a year")
  .nullable();

const needsEmail = { path: ["allowed_email"], message: "A private share needs an email address" };

/** A link as its owner sees it. */
export const Share = z.object({
  id: Id,
  recording_id: Id.nullable().describe("Null: the link is to a folder"),
  folder_id: Id.nullable(),
  share_token: z.string(),
  label: z.string().describe("What the owner calls this link; may be empty"),
  permission_type: SharePermission,
  is_public: z.boolean(),
  allowed_email: z.string().nullable(),
  allow_download: z.boolean(),
  guests_may_comment: z.boolean().describe("People without an account take part, by a name"),
  watch_live: z.boolean().describe("It shows the recording while that is recorded"),
  has_password: z.boolean(),
  expires_at: Time.nullable(),
  is_expired: z.boolean(),
  view_count: z.number(),
  last_viewed_at: Time.nullable(),
  created_at: Time,
});
export type Share = z.infer<typeof Share>;

export const ShareList = z.object({ shares: z.array(Share) });

export const CreateShare = z
  .object({
    permission_type: SharePermission.default("view"),
    is_public: z.boolean().default(true),
    allowed_email: Email.nullish(),
    expires_in_hours: ExpiresInHours.default(null),
    label: Label.default(""),
    allow_download: z
      .boolean()
      .default(false)
      .describe("Signed-in viewers with edit permission may download in any case"),
    guests_may_comment: z.boolean().default(false),
    watch_live: z.boolean().default(true),
    password: SharePassword.nullish(),
  })
  .refine((share) => share.is_public || share.allowed_email, needsEmail);
export type CreateShare = z.infer<typeof CreateShare>;

/** Only named fields change; a null password removes it, and a new password ends all access opened with the old one. */
export const ChangeShare = z
  .object({
    label: Label.optional(),
    permission_type: SharePermission.optional(),
    is_public: z.boolean().optional().describe("False with the one address it is then for"),
    allowed_email: Email.nullish(),
    allow_download: z.boolean().optional(),
    guests_may_comment: z.boolean().optional(),
    watch_live: z.boolean().optional(),
    password: SharePassword.nullable().optional(),
    expires_in_hours: ExpiresInHours.optional().describe("From now; null is for ever"),
  })
  .refine((change) => change.is_public !== false || change.allowed_email, needsEmail);
export type ChangeShare = z.infer<typeof ChangeShare>;

const toView = {
  path: ["permission_type"],
  message: "A link to a folder lets people watch, and edit nothing",
};
export const CreateFolderShare = CreateShare.refine((it) => it.permission_type === "view", toView);
export const ChangeFolderShare = ChangeShare.refine((it) => it.permission_type !== "edit", toView);

const Opened = z.object({
  can_edit: z.boolean().describe("Signed in, and the link grants it"),
  can_download: z.boolean(),
  can_comment: z.boolean().describe("Signed in"),
  guests_may_comment: z.boolean(),
  is_owner: z.boolean(),
  permission_type: SharePermission,
  expires_at: Time.nullable(),
  owner: z.object({ username: z.string(), profile_picture: z.string().nullable() }),
});

/** The page that a visitor sees behind a link to a recording. */
export const SharedView = Opened.extend({
  kind: z.literal("recording"),
  recording: SharedRecording,
  media: MediaToken.describe("For this recording's stream, thumbnail and captions by `?token=`"),
});
export type SharedView = z.infer<typeof SharedView>;

/** The page behind a link to a folder; each recording is asked for by its own calls, with the link's token. */
export const SharedFolder = Opened.extend({
  kind: z.literal("folder"),
  folder: z.object({
    id: Id.nullable().describe("For its owner alone"),
    name: z.string(),
    recordings: z
      .array(SharedRecording)
      .describe("Directly in it, the first thousand in its owner's order; none that still arrives"),
  }),
});
export type SharedFolder = z.infer<typeof SharedFolder>;

export const SharedPlace = z.discriminatedUnion("kind", [SharedView, SharedFolder]);
export type SharedPlace = z.infer<typeof SharedPlace>;

export const UnlockShare = z.object({
  password: z.string("Enter the password").min(1, "Enter the password").max(200),
});

/** Sent back as `X-Share-Unlock`; it ends with the share, and with a change of its password. */
export const ShareUnlock = z.object({ token: z.string(), expires_at: Time });
export type ShareUnlock = z.infer<typeof ShareUnlock>;

export const ProveEmail = z.object({ token: z.string().max(2000) });

export const listSharesCall = forSharedSession("GET /recordings/{id}/shares", {
  summary: "The links to a recording",
  answer: ShareList,
});

export const createShareCall = forSharedSession("POST /recordings/{id}/shares", {
  summary: "Make a link, public or for one person",
  body: CreateShare,
  answer: Share,
  status: 201,
});

export const changeShareCall = forSharedSession("PATCH /recordings/{id}/shares/{shareId}", {
  summary: "Change whom a link is for and what it allows: all of it but its address",
  body: ChangeShare,
  answer: Share,
});

export const revokeShareCall = forSharedSession("DELETE /recordings/{id}/shares/{shareId}", {
  summary: "Revoke a link: it stops working at once",
  answer: Done,
});

export const listFolderSharesCall = forSession("GET /folders/{id}/shares", {
  summary: "The links to a folder",
  answer: ShareList,
});

export const createFolderShareCall = forSession("POST /folders/{id}/shares", {
  summary: "Make a link to the recordings that lie directly in a folder",
  malformed: 400,
  body: CreateFolderShare,
  answer: Share,
  status: 201,
});

export const changeFolderShareCall = forSession("PATCH /folders/{id}/shares/{shareId}", {
  summary: "Change whom a link to a folder is for and what it allows",
  malformed: 400,
  body: ChangeFolderShare,
  answer: Share,
});

export const revokeFolderShareCall = forSession("DELETE /folders/{id}/shares/{shareId}", {
  summary: "Revoke a link to a folder: it stops working at once",
  answer: Done,
});

export const openShareCall = forPublic("GET /shared/{share_token}", {
  summary:
    "What a link opens; 404 for a person for whom it does not open, 403 `password_required` or `email_unproven`",
  answer: SharedPlace,
  refusals: [410],
});

export const unlockShareCall = forPublic("POST /shared/{share_token}/unlock", {
  summary: "Exchange the link's password for an unlock token",
  body: UnlockShare,
  answer: ShareUnlock,
});

export const askForProofCall = forSession("POST /shared/{share_token}/proof", {
  summary: "Where the answer was `email_unproven`: write to the caller's address to prove it",
  answer: Done,
});

export const askOwnerCall = forSession("POST /shared/{share_token}/ask", {
  summary:
    "Where the answer was `email_unproven`: tell the owner, once, that the caller wants to watch; 404 for every other account",
  answer: Done,
});

export const proveEmailCall = forSession("PUT /shared/{share_token}/proof", {
  summary: "What that email carried, brought back by the account that asked for it",
  body: ProveEmail,
  answer: Done,
});

export const streamShareCall = forPublic("GET /shared/{share_token}/stream", {
  summary:
    "The recording behind a link, by redirect to the recording's stream; 404 for a folder's link",
  answer: "elsewhere",
});

export const getShareThumbnailCall = forPublic("GET /shared/{share_token}/thumbnail", {
  summary: "The thumbnail behind a link, by redirect",
  answer: "elsewhere",
});
