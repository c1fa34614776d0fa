import { expect, test } from "vitest";
import type { Notice } from "#contract/notices.ts";
import { shownUnread } from "#web/data/notices.ts";

const notice = (id: string, read_at: string | null): Notice => ({
  id,
  kind: "comment",
  recording_id: "r",
  recording_title: "Demo",
  comment_id: "c",
  excerpt: null,
  actor: null,
  share_token: null,
  share_label: null,
  created_at: "2026-11-22T09:00:00Z",
  read_at,
});
const notices = [notice("new", null), notice("old", "2026-11-22T09:01:00Z")];

test("opening the bell reads what it shows, and not what has come since", () => {
  expect(shownUnread({ notices, unread_count: 2, has_more: false })).toEqual({ ids: ["new"] });
});

test("opening the bell reads all where more is unread than it shows", () => {
  expect(shownUnread({ notices, unread_count: 2, has_more: true })).toEqual({});
  expect(shownUnread({ notices, unread_count: 1, has_more: true })).toEqual({ ids: ["new"] });
});
