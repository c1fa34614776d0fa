import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import {
  addCommentCall,
  addCommentReactionCall,
  addReactionCall,
  type Comment,
  type CommentQuery,
  CommentSort,
  deleteCommentCall,
  type Emoji,
  editCommentCall,
  getMarksCall,
  getReactionsCall,
  listCommentsCall,
  listPeopleCall,
  type ReactionCount,
  removeCommentReactionCall,
  removeReactionCall,
} from "#contract/discussion.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { call } from "#web/lib/request.ts";
import { asked, discussionKey, headersOf, type Scope } from "./discussion-key.ts";
import {
  type Pages,
  toggled,
  withChanged,
  withComment,
  withoutComment,
  withToggled,
} from "./discussion-pages.ts";
import { keepGuest } from "./guest-key.ts";
import { read } from "./read.ts";
import { ourWords, type Write, write } from "./write.ts";

const THREADS_PER_PAGE = 50;

export type Shown = "all" | "open";

export const commentsQuery = (scope: Scope, sort: CommentSort, shown: Shown = "all") =>
  infiniteQueryOptions({
    queryKey: [...discussionKey(scope), "comments", sort, shown],
    queryFn: ({ pageParam: offset, signal }) => {
      const done = shown === "open" ? "false" : undefined;
      return readComments(scope, { sort, limit: THREADS_PER_PAGE, offset, done }, signal);
    },
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) =>
      last.has_more ? offset + THREADS_PER_PAGE : undefined,
  });

export const readComments = (scope: Scope, query: Partial<CommentQuery>, signal?: AbortSignal) =>
  call(listCommentsCall, { ...asked(scope), query, signal });

export const reactionsQuery = (scope: Scope) =>
  read([...discussionKey(scope), "reactions"], getReactionsCall, asked(scope));

export const marksQuery = (scope: Scope) =>
  read([...discussionKey(scope), "marks"], getMarksCall, asked(scope));

/** A guest whose key is known no more is asked for a name again. */
export const asGuest = <Answer>(
  cache: QueryClient,
  { shareToken }: Scope,
  answer: Promise<Answer>,
) =>
  answer.catch((error: unknown) => {
    if (shareToken && error instanceof ApiError && error.code === "guest_unknown")
      keepGuest(cache, shareToken, null);
    throw error;
  });

export const ofComment = (scope: Scope, commentId: string) => ({
  params: { id: scope.recordingId, commentId },
  headers: headersOf(scope),
});

let pending = 0;
export const pendingId = () => `pending ${++pending}`;
export const isPending = ({ id }: Comment) => id.startsWith("pending ");

export const newComment = (scope: Scope) =>
  change<{ comment: Comment; onFailed: () => void }>(scope, {
    send: ({ comment: { content, parent_comment_id, at_seconds, mentions } }) =>
      call(addCommentCall, {
        ...asked(scope),
        body: {
          ...{ content, parent_comment_id, at_seconds },
          ...(mentions.length > 0 && { mentions: mentions.map(({ user_id }) => user_id) }),
        },
      }),
    show: (queryClient, { comment }) =>
      showComments(queryClient, scope, (pages, sort) => withComment(pages, comment, sort)),
    failure: ourWords("Failed to add comment"),
    failed: ({ onFailed }) => onFailed(),
  });

export const commentEdit = (scope: Scope) =>
  change<{ id: string; content: string; onFailed?: () => void }>(scope, {
    send: ({ id, content }) =>
      call(editCommentCall, { ...ofComment(scope, id), body: { content } }),
    show: (queryClient, { id, content }) =>
      showChanged(queryClient, scope, id, (comment) => ({ ...comment, content })),
    failure: ourWords("Failed to update comment"),
    failed: ({ onFailed }) => onFailed?.(),
  });

export const commentDeletion = (scope: Scope) =>
  change<{ id: string }>(scope, {
    send: ({ id }) => call(deleteCommentCall, ofComment(scope, id)),
    show: (queryClient, { id }) =>
      showComments(queryClient, scope, (pages) => withoutComment(pages, id)),
    failure: ourWords("Failed to delete comment"),
  });

export const reactionToggle = (scope: Scope) =>
  change<{ emoji: Emoji; had: boolean; at: number | null }>(scope, {
    send: ({ emoji, had, at }) => {
      const { params, headers } = asked(scope);
      return had
        ? call(removeReactionCall, { params: { ...params, reactionId: emoji }, headers })
        : call(addReactionCall, { params, headers, body: { emoji, at_seconds: at } });
    },
    show: (queryClient, { emoji }) =>
      queryClient.setQueryData(
        reactionsQuery(scope).queryKey,
        (summary) => summary && withToggled(summary, emoji),
      ),
    failure: ourWords("Failed to update reaction"),
  });

export const commentReactionToggle = (scope: Scope) =>
  change<{ id: string; emoji: Emoji; had: boolean }>(scope, {
    send: ({ id, emoji, had }) => {
      const headers = headersOf(scope);
      return had
        ? call(removeCommentReactionCall, { params: { id, reactionId: emoji }, headers })
        : call(addCommentReactionCall, { params: { id }, headers, body: { emoji } });
    },
    show: (queryClient, { id, emoji }) =>
      showChanged(queryClient, scope, id, (comment) => ({
        ...comment,
        reactions: toggled(comment.reactions, emoji),
      })),
    failure: ourWords("Failed to update reaction"),
  });

export const hasReacted = (counts: readonly ReactionCount[], emoji: Emoji) =>
  counts.some((count) => count.emoji === emoji && count.user_reacted);

/** A change of the discussion: optimistic, and all of the discussion is stale afterwards. */
export const change = <Input>(scope: Scope, one: Omit<Write<Input, unknown>, "stale">) =>
  write({
    ...one,
    send: (input: Input, cache) => asGuest(cache, scope, one.send(input, cache)),
    stale: discussionKey(scope),
  });

export const showChanged = (
  queryClient: QueryClient,
  scope: Scope,
  id: string,
  change: (comment: Comment) => Comment,
) => showComments(queryClient, scope, (pages) => withChanged(pages, id, change));

function showComments(
  queryClient: QueryClient,
  scope: Scope,
  change: (pages: Pages, sort: CommentSort) => Pages,
) {
  for (const sort of CommentSort.options)
    queryClient.setQueriesData<Pages>(
      { queryKey: [...discussionKey(scope), "comments", sort] },
      (pages) => pages && change(pages, sort),
    );
}

/** A tenth of a second is near enough; the very start is where everybody is before they have seen anything. */
export const momentOf = (seconds: number) =>
  seconds >= 0.5 ? Math.round(seconds * 10) / 10 : null;

export const peopleQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...discussionKey(scope), "people"],
    queryFn: async ({ signal }) => (await call(listPeopleCall, { ...asked(scope), signal })).people,
  });
