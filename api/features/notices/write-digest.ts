import type { Notice } from "#contract/notices.ts";
import { oneLine } from "#contract/text.ts";

export type DigestNotice = Omit<Notice, "comment_id" | "actor" | "created_at" | "read_at"> & {
  actor_username: string | null;
};

export const FOOT = "You can turn these emails off under Settings in Kinora.";

export function writeDigest(notices: readonly DigestNotice[], publicUrl: string) {
  const [first] = notices;
  const subject =
    first && notices.length === 1 ? headline(first) : `${notices.length} new notices in Kinora`;
  const parts = notices.map((notice) => paragraph(notice, publicUrl));
  return { subject, text: [...parts, FOOT].join("\n\n") };
}

/** Every sign that some program takes for the end of a line: text after one would stand outside the quotation. */
const LINE_END = /\r\n|[\n\r\v\f\x85\u2028\u2029]/;

function paragraph(notice: DigestNotice, publicUrl: string): string {
  const quote = notice.excerpt?.split(LINE_END).map((line) => `> ${line}`) ?? [];
  return [headline(notice), ...quote, address(notice, publicUrl)].join("\n");
}

/** Line breaks in a title could add lines of their own to our letter. */
function headline({ kind, actor_username, recording_title, share_label }: DigestNotice): string {
  const who = oneLine(actor_username ?? "Somebody");
  const what = recording_title === null ? "a recording" : `“${oneLine(recording_title)}”`;
  if (kind === "comment") return `${who} commented on ${what}`;
  if (kind === "video_deleted") return `An admin of this server has deleted ${what}`;
  if (kind === "reply") return `${who} replied to you on ${what}`;
  if (kind === "mention") return `${who} mentioned you on ${what}`;
  if (kind === "link_asked") return `${who} cannot open your link and asks for another to ${what}`;
  const link = share_label ? `your link “${share_label}” to` : "your link to";
  return `${who} opened ${link} ${what} for the first time`;
}

/** A person who takes part through a link comes back through the same link, which may be a folder's. */
function address({ share_token, recording_id }: DigestNotice, publicUrl: string): string {
  if (recording_id === null) return `${publicUrl}/my-recordings`;
  return share_token
    ? `${publicUrl}/shared/${share_token}?v=${recording_id}`
    : `${publicUrl}/video/${recording_id}`;
}
