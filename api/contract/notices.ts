import { z } from "zod";
import { forSession, Id, Page, Time } from "./common.ts";

/**
 * comment: on a recording of mine. reply: to a comment of mine. mention: of me in a comment. first_view: of a link of
 * mine. video_deleted: an admin has deleted a recording of mine. link_asked: the invited asks for a private link that cannot open for them.
 */
export const NoticeKind = z.enum([
  "comment",
  "reply",
  "mention",
  "first_view",
  "video_deleted",
  "link_asked",
]);

export const Notice = z.object({
  id: Id,
  kind: NoticeKind,
  recording_id: Id.nullable().describe("Null where the recording is gone"),
  recording_title: z.string().nullable().describe("Null where the reader can no longer open it"),
  comment_id: Id.nullable(),
  excerpt: z.string().nullable().describe("The start of the comment"),
  actor: z
    .object({ username: z.string(), profile_picture: z.string().nullable() })
    .nullable()
    .describe("Null: a visitor without an account"),
  share_token: z.string().nullable().describe("The link through which the reader takes part"),
  share_label: z.string().nullable().describe("first_view: how the owner calls that link"),
  created_at: Time,
  read_at: Time.nullable(),
});
export type Notice = z.infer<typeof Notice>;

/** Where counting ends: a bell says "99+". */
export const MOST_UNREAD = 100;

export const UnreadNotices = z.object({
  unread_count: z.number().describe("At most 100"),
});

export const NoticeList = UnreadNotices.extend({
  notices: z.array(Notice),
  has_more: z.boolean(),
});
export type NoticeList = z.infer<typeof NoticeList>;

/** Without ids: all of them. */
export const ReadNotices = z.object({ ids: z.array(Id).max(100).optional() });
export type ReadNotices = z.infer<typeof ReadNotices>;

export const listNoticesCall = forSession("GET /notices", {
  summary: "What happened around one's recordings, newest first",
  query: Page,
  answer: NoticeList,
});

export const readNoticesCall = forSession("POST /notices/read", {
  summary: "Mark notices as read",
  body: ReadNotices,
  answer: UnreadNotices,
});
