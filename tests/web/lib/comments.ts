import type { AddedReaction, Comment } from "#contract/discussion.ts";
import { ada } from "./people.ts";

/** A comment of Eve's, about no moment, for somebody else who may only read it. */
export const commentWith = (part: Partial<Comment> = {}): Comment => ({
  id: crypto.randomUUID(),
  recording_id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02",
  parent_comment_id: null,
  content: "Well done",
  at_seconds: null,
  user_id: ada.id,
  username: "Eve",
  author: { kind: "account", name: part.username ?? "Eve", guest_id: null },
  author_banned: false,
  profile_picture: null,
  by_owner: false,
  can_edit: false,
  can_delete: false,
  done: false,
  mentions: [],
  reactions: [],
  created_at: "2026-11-20T18:00:00Z",
  edited_at: null,
  ...part,
});

/** The server's answer to a reaction; it serves for one that was taken back as well. */
export const reacted: AddedReaction = {
  reactions: [],
  total_count: 0,
  reaction: {
    id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a03",
    emoji: "🔥",
    at_seconds: null,
    created_at: "2026-11-20T18:00:00Z",
  },
};
