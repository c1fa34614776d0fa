import { z } from "zod";
import { NewPasswordSession, Password, Session, User } from "./auth.ts";
import { Done, forPublic, forSession, Id, Time } from "./common.ts";
import { StorageType } from "./recordings.ts";

export const Quality = z.enum(["low", "medium", "high", "ultra"]);
export type Quality = z.infer<typeof Quality>;

export const Preferences = z.object({
  recording_quality: Quality,
  include_audio: z.boolean(),
  auto_save_to_cloud: z.boolean(),
  default_filename_prefix: z.string().trim().max(100, "The prefix is too long"),
  google_drive_connected: z.boolean(),
  preferred_storage: StorageType.nullable(),
  email_notices: z.boolean(),
  named_as_viewer: z
    .boolean()
    .describe("Whether owners of recordings are told by name who watched, and how far"),
});
export type Preferences = z.infer<typeof Preferences>;

/** A preference that is not named stays as it is. */
export const SavePreferences = Preferences.partial();
export type SavePreferences = z.infer<typeof SavePreferences>;

export const defaultPreferences: Preferences = {
  recording_quality: "high",
  include_audio: true,
  auto_save_to_cloud: false,
  default_filename_prefix: "Recording",
  google_drive_connected: false,
  preferred_storage: null,
  email_notices: true,
  named_as_viewer: true,
};

export const SetPassword = z.object({ password: Password });

const NEW_TOO_SHORT = "New password must be at least 6 characters long";

export const ChangePassword = z
  .object({
    current_password: z
      .string("Please enter your current password")
      .min(1, "Please enter your current password")
      .max(1024),
    new_password: z.string(NEW_TOO_SHORT).min(6, NEW_TOO_SHORT).max(1024, "Password is too long"),
  })
  .refine((body) => body.new_password !== body.current_password, {
    path: ["new_password"],
    message: "New password must be different from current password",
  });
export type ChangePassword = z.infer<typeof ChangePassword>;

/** One place where the account is signed in. */
export const Device = z.object({
  id: Id,
  device: z.string().describe("In words: Chrome on Windows"),
  created_at: Time.describe("When it was signed in"),
  last_seen_at: Time.describe("To within some minutes"),
  is_current: z.boolean().describe("The session that asks"),
});
export type Device = z.infer<typeof Device>;

export const Devices = z.object({ sessions: z.array(Device) });

/** The address of the download of one's own data; it works for ten minutes. */
export const Takeout = z.object({ path: z.string(), expires_at: Time });

export const TakeoutQuery = z.object({
  ticket: z.string().min(1).max(4096).describe("From `POST /user/takeout`"),
  ids: z
    .string()
    .transform((ids) => ids.split(","))
    .pipe(z.array(Id).max(200))
    .optional()
    .describe("These recordings alone, with commas between their ids"),
});

/** The address is typed by hand, so that nobody deletes an account by mistake. */
export const DeleteMyAccount = z.object({
  email: z.string("Type your email address").trim().min(1, "Type your email address").max(254),
  password: z.string().max(1024).optional().describe("Of an account that has one"),
});
export type DeleteMyAccount = z.infer<typeof DeleteMyAccount>;

export const getAccountCall = forSession("GET /user", {
  summary: "The signed-in account",
  answer: User,
});

export const setPasswordCall = forSession("POST /user/set-password", {
  summary: "Give an account made with Google a password",
  body: SetPassword,
  answer: Session,
  refusals: [409],
});

export const changePasswordCall = forSession("POST /user/change-password", {
  summary: "Change the password; every other session ends",
  body: ChangePassword,
  answer: NewPasswordSession,
  refusals: [409],
});

export const listSessionsCall = forSession("GET /user/sessions", {
  summary: "Where this account is signed in",
  answer: Devices,
});

export const endSessionCall = forSession("DELETE /user/sessions/{id}", {
  summary: "Sign one of them out",
  answer: Done,
});

export const getPreferencesCall = forSession("GET /user/preferences", {
  summary: "Recording and storage preferences",
  answer: Preferences,
});

export const savePreferencesCall = forSession("PUT /user/preferences", {
  summary: "Change the preferences that are named",
  body: SavePreferences,
  answer: Preferences,
});

export const askForTakeoutCall = forSession("POST /user/takeout", {
  summary: "An address at which all that is one's own can be downloaded",
  answer: Takeout,
  refusals: [409],
});

export const downloadTakeoutCall = forPublic("GET /user/takeout/file", {
  summary: "Recordings, captions, comments and settings, in one archive",
  description:
    "The ticket is the key, because downloads of browsers send no headers. Each is good for one archive, and one of an account is under way at a time.",
  query: TakeoutQuery,
  answer: "zip",
  refusals: [401, 404, 409, 429],
});

export const deleteMyAccountCall = forSession("POST /user/delete", {
  summary: "Delete the account with everything that belongs to it, for good",
  description:
    "An account without a password is deleted by a session that began at most ten minutes ago; an older one is refused as `sign_in_again`.",
  body: DeleteMyAccount,
  answer: Done,
  refusals: [403, 409],
});

export const pingActivityCall = forSession("POST /activity/ping", {
  summary: "Say that this account is in use",
  answer: Done,
});
