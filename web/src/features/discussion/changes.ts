import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Comment, CommentSort, type Emoji, type ReactionCount } from "#contract/discussion.ts";
import { errorText, isTooOften } from "#web/lib/api-error.ts";
import { toast } from "#web/ui/toast.ts";
import * as calls from "./calls.ts";
import {
  type Pages,
  toggled,
  withChanged,
  withComment,
  withoutComment,
  withToggled,
} from "./pages.ts";
import { commentsQuery, reactionsQuery } from "./queries.ts";
import { discussionKey, type Scope } from "./scope.ts";

export interface NewComment {
  /** As it looks until the server has given it an id. */
  comment: Comment;
  /** Gives the words back to whoever wrote them, should they not arrive. */
  onFailed: () => void;
}

export const pendingId = () => `pending ${crypto.randomUUID()}`;
export const isPending = ({ id }: Comment) => id.startsWith("pending ");

export const useAddComment = (scope: Scope) =>
  useChange<NewComment>(scope, {
    send: ({ comment: { content, parent_comment_id, at_seconds } }) =>
      calls.addComment(scope, { content, parent_comment_id, at_seconds }),
    show: (queryClient, { comment }) =>
      showComments(queryClient, scope, (pages, sort) => withComment(pages, comment, sort)),
    failure: "Failed to add comment",
    onFailure: ({ onFailed }) => onFailed(),
  });

export const useEditComment = (scope: Scope) =>
  useChange<{ id: string; content: string }>(scope, {
    send: ({ id, content }) => calls.editComment(scope, id, content),
    show: (queryClient, { id, content }) =>
      showComments(queryClient, scope, (pages) =>
        withChanged(pages, id, (comment) => ({ ...comment, content })),
      ),
    failure: "Failed to update comment",
  });

export const useDeleteComment = (scope: Scope) =>
  useChange<{ id: string }>(scope, {
    send: ({ id }) => calls.deleteComment(scope, id),
    show: (queryClient, { id }) =>
      showComments(queryClient, scope, (pages) => withoutComment(pages, id)),
    failure: "Failed to delete comment",
  });

export const useToggleReaction = (scope: Scope) =>
  useChange<{ emoji: Emoji; had: boolean; at: number | null }>(scope, {
    send: ({ emoji, had, at }) =>
      had ? calls.takeBack(scope, emoji) : calls.react(scope, emoji, at),
    show: (queryClient, { emoji }) =>
      queryClient.setQueryData(
        reactionsQuery(scope).queryKey,
        (summary) => summary && withToggled(summary, emoji),
      ),
    failure: "Failed to update reaction",
  });

export const useToggleCommentReaction = (scope: Scope) =>
  useChange<{ id: string; emoji: Emoji; had: boolean }>(scope, {
    send: ({ id, emoji, had }) =>
      had ? calls.takeBackFromComment(scope, id, emoji) : calls.reactToComment(scope, id, emoji),
    show: (queryClient, { id, emoji }) =>
      showComments(queryClient, scope, (pages) =>
        withChanged(pages, id, (comment) => ({
          ...comment,
          reactions: toggled(comment.reactions, emoji),
        })),
      ),
    failure: "Failed to update reaction",
  });

export const hasReacted = (counts: readonly ReactionCount[], emoji: Emoji) =>
  counts.some((count) => count.emoji === emoji && count.user_reacted);

interface Change<Input> {
  send: (input: Input) => Promise<unknown>;
  /** Puts the outcome into the cache before it is known. */
  show: (queryClient: QueryClient, input: Input) => void;
  failure: string;
  onFailure?: (input: Input) => void;
}

/** Shown at once, rolled back with its toast when refused, and read anew when the last one is through. */
function useChange<Input>(scope: Scope, { send, show, failure, onFailure }: Change<Input>) {
  const queryClient = useQueryClient();
  const queryKey = discussionKey(scope);
  return useMutation({
    mutationKey: queryKey,
    mutationFn: send,
    onMutate: async (input) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueriesData({ queryKey });
      show(queryClient, input);
      return before;
    },
    onError: (error, input, before) => {
      for (const [key, data] of before ?? []) queryClient.setQueryData(key, data);
      onFailure?.(input);
      toast.error(isTooOften(error) ? errorText(error, failure) : failure);
    },
    onSettled: () => {
      const isLast = queryClient.isMutating({ mutationKey: queryKey }) === 1;
      if (isLast) return queryClient.invalidateQueries({ queryKey });
    },
  });
}

function showComments(
  queryClient: QueryClient,
  scope: Scope,
  change: (pages: Pages, sort: CommentSort) => Pages,
) {
  for (const sort of CommentSort.options) {
    queryClient.setQueryData(
      commentsQuery(scope, sort).queryKey,
      (pages) => pages && change(pages, sort),
    );
  }
}
