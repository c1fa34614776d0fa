import { describe, expect, it } from "vitest";
import type { Notice } from "#contract/notices.ts";
import { noticeLink, noticeText, unreadText } from "#web/features/notices/bell.tsx";

const notice = (part: Partial<Notice> = {}): Notice => ({
  id: "n",
  kind: "comment",
  recording_id: "r",
  recording_title: "Release notes",
  comment_id: "c",
  excerpt: "Nice",
  actor: { username: "Ada", profile_picture: null },
  share_token: null,
  share_label: null,
  created_at: "2026-11-20T18:00:00Z",
  read_at: null,
  ...part,
});

describe("a notice", () => {
  it.each<[Partial<Notice>, string]>([
    [{}, "Ada commented on"],
    [{ kind: "reply" }, "Ada replied to you on"],
    [{ kind: "first_view", actor: null }, "Somebody opened your link to"],
    [{ kind: "first_view", share_label: "Team" }, "Ada opened your link “Team” to"],
    [{ kind: "video_deleted", actor: null }, "An admin has deleted"],
    [{ kind: "link_asked" }, "Ada cannot open your link and asks for another to"],
  ])("says what happened: %o", (part, text) => {
    expect(noticeText(notice(part))).toBe(text);
  });

  it("leads to the comment on one's own video", () => {
    expect(noticeLink(notice())).toEqual({ to: "/video/r", hash: "comment-c" });
  });

  it("leads through the link by which its reader takes part", () => {
    expect(noticeLink(notice({ share_token: "t" }))).toMatchObject({
      to: "/shared/t",
      search: { v: "r" }, // of the folder that it may be a link to
    });
    expect(noticeLink(notice({ comment_id: null }))).toEqual({ to: "/video/r", hash: undefined });
  });

  it("leads nowhere once its reader may not go there", () => {
    expect(noticeLink(notice({ recording_title: null }))).toBeUndefined();
    expect(noticeLink(notice({ recording_id: null }))).toBeUndefined();
  });

  it("is counted up to 99", () => {
    expect([unreadText(99), unreadText(100)]).toEqual(["99", "99+"]);
  });
});
