import type { ChangeShare, CreateShare, Share } from "#contract/shares.ts";
import { formatDateTime } from "#web/lib/format.ts";

export const people = [
  { value: "public", label: "Anyone" },
  { value: "private", label: "One person" },
] as const;

export const permissions = [
  { value: "view", label: "can watch", hint: "And comment, once signed in" },
  {
    value: "edit",
    label: "can edit",
    hint: "Signed in: cut, subtitles, download. They see the original, too",
  },
] as const;

const expiries = [
  { value: "never", label: "never ends", hours: null },
  { value: "1", label: "ends in 1 hour", hours: 1 },
  { value: "24", label: "ends in 24 hours", hours: 24 },
  { value: "168", label: "ends in 7 days", hours: 168 },
  { value: "720", label: "ends in 30 days", hours: 720 },
] as const;
type Expiry = (typeof expiries)[number]["value"] | "kept";

const hoursOf = (expiry: Expiry) => expiries.find(({ value }) => value === expiry)?.hours ?? null;

/** The ends to choose from: a link with an end can keep it. */
export const endsOf = (share?: Share): readonly { value: Expiry; label: string }[] =>
  share?.expires_at
    ? [{ value: "kept", label: `ends ${formatDateTime(share.expires_at)}` }, ...expiries]
    : expiries;

/** A link as its words and options say it, before it is made or changed. */
export interface Draft
  extends Pick<
    Share,
    "permission_type" | "label" | "allow_download" | "guests_may_comment" | "watch_live"
  > {
  who: "public" | "private";
  email: string;
  expiry: Expiry;
  password: string;
}

export const emptyDraft: Draft = {
  who: "public",
  email: "",
  permission_type: "view",
  expiry: "never",
  label: "",
  password: "",
  allow_download: false,
  guests_may_comment: false,
  watch_live: true,
};

export const draftOf = (share: Share): Draft => ({
  who: share.is_public ? "public" : "private",
  email: share.allowed_email ?? "",
  permission_type: share.permission_type,
  expiry: share.expires_at ? "kept" : "never",
  label: share.label,
  password: "",
  allow_download: share.allow_download,
  guests_may_comment: share.guests_may_comment,
  watch_live: share.watch_live,
});

/** The terms of a link as one text: another text where somebody has changed them. */
export const termsIn = (share: Share) =>
  JSON.stringify([draftOf(share), share.expires_at, share.has_password]);

const termsOf = ({ who, email, expiry: _expiry, password: _password, ...terms }: Draft) => ({
  ...terms,
  is_public: who === "public",
  allowed_email: who === "private" ? email.trim() || null : null,
});

export const requestOf = (draft: Draft): CreateShare => ({
  ...termsOf(draft),
  expires_in_hours: hoursOf(draft.expiry),
  password: draft.password || null,
});

/** Only what somebody chose anew: all else may have been changed elsewhere since. The people for whom it is go together. */
export function changeOf(draft: Draft, share: Share): ChangeShare {
  const was = draftOf(share);
  const known = termsOf(was);
  const { is_public, allowed_email, ...terms } = termsOf(draft);
  const audience = { is_public, allowed_email };
  const isAnew = ([name, term]: [string, unknown]) => term !== Reflect.get(known, name);
  return {
    ...Object.fromEntries(Object.entries(terms).filter(isAnew)),
    ...(Object.entries(audience).some(isAnew) && audience),
    ...(draft.password && { password: draft.password }),
    ...(draft.expiry !== was.expiry && { expires_in_hours: hoursOf(draft.expiry) }),
  };
}
