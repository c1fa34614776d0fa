import { type InfiniteData, replaceEqualDeep } from "@tanstack/react-query";
import {
  type Comment,
  type CommentList,
  type CommentSort,
  EMOJI,
  type Emoji,
  type ReactionCount,
  type ReactionSummary,
} from "#contract/discussion.ts";

/** The discussion as the cache holds it; the changes here show what a call asked for before it is answered. */
export type Pages = InfiniteData<CommentList, unknown>;

export interface Thread {
  comment: Comment;
  replies: Comment[];
}

/** The threads as they were read before, by the ids of their first comments. */
export type Known = Map<string, Thread>;

/** Whole threads, as the server sends them; what has not changed since `known` stays the same object. */
export function threadsOf(pages: Pages, known: Known = new Map()): Thread[] {
  const threads: Thread[] = [];
  const seen = new Set<string>();
  for (const comment of pages.pages.flatMap((page) => page.comments)) {
    // A comment that came while the next page was read has pushed another onto both.
    if (seen.has(comment.id)) continue;
    seen.add(comment.id);
    if (comment.parent_comment_id === null) threads.push({ comment, replies: [] });
    else threads.at(-1)?.replies.push(comment);
  }
  return threads.map((read) => {
    const thread = replaceEqualDeep(known.get(read.comment.id), read);
    known.set(read.comment.id, thread);
    return thread;
  });
}

export const totalOf = (pages: Pages) => pages.pages[0]?.total ?? 0;

/** The pages with a new comment where the server will put it. */
export function withComment(pages: Pages, comment: Comment, sort: CommentSort): Pages {
  const isAfter = comment.parent_comment_id === null ? startsLater(comment, sort) : undefined;
  let isPlaced = false;
  const changed = pages.pages.map((page, index) => {
    if (isPlaced) return page;
    const isLast = index === pages.pages.length - 1;
    const at = isAfter
      ? startBefore(page.comments, isAfter, isLast)
      : endOfThread(page.comments, comment.parent_comment_id);
    if (at === undefined) return page;
    isPlaced = true;
    return { ...page, comments: page.comments.toSpliced(at, 0, comment) };
  });
  return counted({ ...pages, pages: changed }, 1);
}

export function withoutComment(pages: Pages, id: string): Pages {
  let gone = 0;
  const changed = pages.pages.map((page) => {
    const comments = page.comments.filter(
      (comment) => comment.id !== id && comment.parent_comment_id !== id,
    );
    gone += page.comments.length - comments.length;
    return { ...page, comments };
  });
  return counted({ ...pages, pages: changed }, -gone);
}

export function withChanged(pages: Pages, id: string, change: (comment: Comment) => Comment) {
  return {
    ...pages,
    pages: pages.pages.map((page) => ({
      ...page,
      comments: page.comments.map((comment) => (comment.id === id ? change(comment) : comment)),
    })),
  };
}

/** The counts with one's own reaction added where it was not, taken back where it was. */
export function toggled(counts: readonly ReactionCount[], emoji: Emoji): ReactionCount[] {
  const known = counts.find((count) => count.emoji === emoji);
  const others = counts.filter((count) => count.emoji !== emoji);
  const count = (known?.count ?? 0) + (known?.user_reacted ? -1 : 1);
  const mine = { emoji, count, user_reacted: !known?.user_reacted };
  return (count > 0 ? [...others, mine] : others).toSorted(
    (one, other) => EMOJI.indexOf(one.emoji) - EMOJI.indexOf(other.emoji),
  );
}

export function withToggled(summary: ReactionSummary, emoji: Emoji): ReactionSummary {
  const reactions = toggled(summary.reactions, emoji);
  return { reactions, total_count: reactions.reduce((sum, { count }) => sum + count, 0) };
}

/** Tells which threads come after a new one in this order. */
function startsLater({ at_seconds: at }: Comment, sort: CommentSort) {
  if (sort === "newest") return () => true;
  return (other: Comment) => at !== null && (other.at_seconds === null || other.at_seconds > at);
}

function startBefore(
  comments: readonly Comment[],
  isAfter: (other: Comment) => boolean,
  isLast: boolean,
) {
  const at = comments.findIndex((other) => other.parent_comment_id === null && isAfter(other));
  if (at >= 0) return at;
  return isLast ? comments.length : undefined;
}

function endOfThread(comments: readonly Comment[], parent: string | null) {
  const last = comments.findLastIndex(
    ({ id, parent_comment_id }) => id === parent || parent_comment_id === parent,
  );
  return last >= 0 ? last + 1 : undefined;
}

const counted = (pages: Pages, change: number): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, total: page.total + change })),
});
