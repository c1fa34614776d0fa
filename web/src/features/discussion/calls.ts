import { Done } from "#contract/common.ts";
import { AddedReaction, Comment, type Emoji, ReactionSummary } from "#contract/discussion.ts";
import { request } from "#web/lib/request.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";
import type { Scope } from "./scope.ts";

type Words = Pick<Comment, "content" | "parent_comment_id" | "at_seconds">;

const headersOf = ({ share }: Scope) => shareHeaders(share?.shareToken);

export const addComment = (scope: Scope, words: Words) =>
  request("POST", `/recordings/${scope.recordingId}/comments`, Comment, {
    body: words,
    headers: headersOf(scope),
  });

export const editComment = (scope: Scope, id: string, content: string) =>
  request("PUT", `/recordings/${scope.recordingId}/comments/${id}`, Comment, {
    body: { content },
    headers: headersOf(scope),
  });

export const deleteComment = (scope: Scope, id: string) =>
  request("DELETE", `/recordings/${scope.recordingId}/comments/${id}`, Done, {
    headers: headersOf(scope),
  });

export const react = (scope: Scope, emoji: Emoji, at_seconds: number | null) =>
  request("POST", `/recordings/${scope.recordingId}/reactions`, AddedReaction, {
    body: { emoji, at_seconds },
    headers: headersOf(scope),
  });

export const takeBack = (scope: Scope, emoji: Emoji) =>
  request(
    "DELETE",
    `/recordings/${scope.recordingId}/reactions/${encodeURIComponent(emoji)}`,
    ReactionSummary,
    { headers: headersOf(scope) },
  );

export const reactToComment = (scope: Scope, id: string, emoji: Emoji) =>
  request("POST", `/comments/${id}/reactions`, AddedReaction, {
    body: { emoji },
    headers: headersOf(scope),
  });

export const takeBackFromComment = (scope: Scope, id: string, emoji: Emoji) =>
  request("DELETE", `/comments/${id}/reactions/${encodeURIComponent(emoji)}`, ReactionSummary, {
    headers: headersOf(scope),
  });
