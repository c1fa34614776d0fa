import { MOST_UNREAD, type Notice } from "#contract/notices.ts";

/** The event of a notice, as a sentence around the title of the recording. */
export function noticeText({ kind, actor, share_label }: Notice) {
  const who = actor?.username ?? "Somebody";
  switch (kind) {
    case "comment":
      return `${who} commented on`;
    case "reply":
      return `${who} replied to you on`;
    case "mention":
      return `${who} mentioned you on`;
    case "first_view":
      return share_label
        ? `${who} opened your link “${share_label}” to`
        : `${who} opened your link to`;
    case "link_asked":
      return `${who} cannot open your link and asks for another to`;
    case "video_deleted":
      return "An admin has deleted";
  }
}

/** The address where it happened; undefined where the reader can no longer go there. */
export function noticeLink(notice: Notice) {
  if (notice.recording_title === null || notice.recording_id === null) return undefined;
  // A link may be a folder's, where the recording is one of several.
  const page = notice.share_token
    ? { to: `/shared/${notice.share_token}`, search: { v: notice.recording_id } }
    : { to: `/video/${notice.recording_id}` };
  return { ...page, hash: notice.comment_id ? `comment-${notice.comment_id}` : undefined };
}

export const unreadText = (count: number) => (count >= MOST_UNREAD ? "99+" : String(count));
