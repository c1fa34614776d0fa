import type { CreateShare, SharePermission } from "#contract/shares.ts";
import { formatDateTime } from "#web/lib/format.ts";

export const permissions = [
  { value: "view", label: "Can view" },
  { value: "edit", label: "Can edit" },
] as const;

export const expiries = [
  { value: "never", label: "Never", hours: null },
  { value: "1", label: "1 hour", hours: 1 },
  { value: "24", label: "24 hours", hours: 24 },
  { value: "168", label: "7 days", hours: 168 },
  { value: "720", label: "30 days", hours: 720 },
] as const;
export type Expiry = (typeof expiries)[number]["value"];

export const hoursOf = (expiry: Expiry) =>
  expiries.find(({ value }) => value === expiry)?.hours ?? null;

/** A link as it stands in the dialog before it is made. */
export interface Draft {
  who: "public" | "private";
  email: string;
  permission: SharePermission;
  expiry: Expiry;
  label: string;
  password: string;
  allowDownload: boolean;
}

export const emptyDraft: Draft = {
  who: "public",
  email: "",
  permission: "view",
  expiry: "never",
  label: "",
  password: "",
  allowDownload: false,
};

export function requestOf(draft: Draft): CreateShare {
  return {
    permission_type: draft.permission,
    is_public: draft.who === "public",
    allowed_email: draft.who === "private" ? draft.email.trim() : null,
    expires_in_hours: hoursOf(draft.expiry),
    label: draft.label,
    allow_download: draft.allowDownload,
    password: draft.password || null,
  };
}

/** The people who can open this link, and what they can do with it: said before it is made. */
export function whoCanOpen(draft: Draft, now: number, canSendMail: boolean) {
  return [openers(draft, now), ...proof(draft, canSendMail), rights(draft)];
}

/** The proof that a person who signs in with the address is the one whom the link is for. */
function proof({ who, password }: Draft, canSendMail: boolean) {
  if (who === "public") return [];
  if (canSendMail) return ["A letter asks them once to show that the address is theirs."];
  return password
    ? []
    : ["A password keeps out whoever may have registered the address before them."];
}

/** The words beside the address, where no letter can be written to it. */
export const NO_LETTERS =
  "This server sends no letters: by itself it opens only for an account that has this address already. For anybody else, make a link for anyone, with a password.";

function openers({ who, email, password, expiry }: Draft, now: number) {
  const people =
    who === "public"
      ? "Anyone who has the link can watch"
      : `Only ${email.trim() || "that person"} can watch, signed in with that address`;
  const key = password && (who === "public" ? " and the password" : " and with the password");
  const opens = who === "public" ? people.replace("the link", `the link${key}`) : people + key;
  return `${opens}, ${lasts(expiry, now)}.`;
}

function lasts(expiry: Expiry, now: number) {
  const hours = hoursOf(expiry);
  if (hours === null) return "until you revoke the link";
  return `until ${formatDateTime(new Date(now + hours * 3_600_000).toISOString())}`;
}

function rights({ permission, allowDownload }: Draft) {
  if (permission === "edit") {
    const download = allowDownload ? " Everybody can download it." : "";
    return `Signed in, they can comment, rename the video, edit its subtitles and download it.${download}`;
  }
  return allowDownload
    ? "They can download it and, signed in, comment."
    : "They cannot download or change it. Signed in, they can comment.";
}
