import { partialMatchKey, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { MessageSquare } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from "react";
import type { CommentSort } from "#contract/discussion.ts";
import { recordingTopic } from "#contract/events.ts";
import { commentsQuery, type Shown } from "#web/data/discussion.ts";
import { discussionKey, type Scope } from "#web/data/discussion-key.ts";
import { type Known, type Pages, threadsOf, totalOf } from "#web/data/discussion-pages.ts";
import { type Heard, useTopic } from "#web/data/realtime.ts";
import { readAnew } from "#web/data/stale.ts";
import { useInSight } from "#web/lib/browser/use-in-sight.ts";
import { counted } from "#web/lib/format.ts";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { errorMended, toast } from "#web/ui/layers/toast.ts";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { KeptComposer } from "./composer.tsx";
import { Thread, type ThreadContext } from "./thread.tsx";
import { useLinkedComment } from "./use-linked-comment.ts";

const DiscussionMenu = lazy(async () => ({
  default: (await import("./tools.tsx")).DiscussionMenu,
}));

const orders = [
  { value: "newest", label: "Newest" },
  { value: "time", label: "By time" },
] as const;

const FAILED = "Failed to load comments";

interface Props extends ThreadContext {
  /** Stands where others write, for those without an account. */
  signIn?: ReactNode;
}

export function Comments({ signIn, ...props }: Props) {
  const [sort, setSort] = useState<CommentSort>("newest");
  const [shown, setShown] = useState<Shown>("all");
  const place = usePlace(props);
  useStaleDiscussion(place.scope);
  const comments = useInfiniteQuery({
    ...commentsQuery(place.scope, sort, shown),
    // The former order stays until the next has come, and with it a reply that somebody writes.
    placeholderData: (former, of) =>
      of && partialMatchKey(of.queryKey, discussionKey(place.scope)) ? former : undefined,
  });
  const hasMore = comments.hasNextPage && !comments.isPlaceholderData;
  useLinkedComment({
    comments: useMemo(() => comments.data?.pages.flatMap((page) => page.comments), [comments.data]),
    readOn: hasMore ? comments.fetchNextPage : undefined,
    onJump: place.onJump,
  });
  const total = comments.data ? totalOf(comments.data) : 0;
  useEffect(() => {
    if (comments.isLoadingError) toast.error(FAILED, { about: FAILED });
    else errorMended(FAILED);
  }, [comments.isLoadingError]);
  return (
    <section aria-label="Comments" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <KeptComposer {...place} />
      {!place.user && signIn}
      {comments.data ? (
        <>
          {total > 0 && (
            <div className="flex items-center gap-2">
              <p role="status" className="flex-1 text-13 text-ink-2 tabular-nums">
                {counted(total, "comment")}
              </p>
              <Segmented label="Sort comments" value={sort} choices={orders} onChange={setSort} />
              <Suspense fallback={<span className="size-8" />}>
                <DiscussionMenu scope={place.scope} shown={shown} onShow={setShown} />
              </Suspense>
            </div>
          )}
          <Threads pages={comments.data} place={place} isFiltered={shown === "open"} />
          {comments.isFetchNextPageError ? (
            <LoadError title={FAILED} onRetry={comments.fetchNextPage} />
          ) : (
            hasMore && <More onReached={comments.fetchNextPage} />
          )}
        </>
      ) : comments.isLoadingError ? (
        <LoadError title={FAILED} onRetry={comments.refetch} />
      ) : (
        <Waiting />
      )}
    </section>
  );
}

/** Returns the same object as long as its content is the same, so that threads need not be drawn again. */
function usePlace({ scope, user, isOwner, canMark, moment, onJump }: ThreadContext): ThreadContext {
  const { recordingId, shareToken } = scope;
  const told = useRef({ moment, onJump });
  told.current = { moment, onJump };
  return useMemo(
    () => ({
      scope: { recordingId, shareToken },
      user,
      isOwner,
      canMark,
      moment: () => told.current.moment(),
      onJump: (seconds) => told.current.onJump(seconds),
    }),
    [recordingId, shareToken, user, isOwner, canMark],
  );
}

interface ThreadsProps {
  pages: Pages;
  place: ThreadContext;
  isFiltered: boolean;
}

function Threads({ pages, place, isFiltered }: ThreadsProps) {
  const [known] = useState((): Known => new Map());
  const threads = useMemo(() => threadsOf(pages, known), [pages, known]);
  if (threads.length === 0 && isFiltered && totalOf(pages) > 0)
    return <p className="px-6 py-10 text-center text-14 text-ink-2">No thread is open</p>;
  if (threads.length === 0)
    return (
      <div className="grid justify-items-center gap-2 px-6 py-10 text-center text-ink-2">
        <MessageSquare aria-hidden="true" className="size-5 text-ink-3" />
        <p className="text-14">No comments yet</p>
        {place.user && (
          <p className="max-w-[36ch] text-13">
            Pause where you have something to say: your comment keeps the moment.
          </p>
        )}
      </div>
    );
  return (
    <ul className="divide-y divide-line border-line border-t">
      {threads.map((thread) => (
        <Thread key={thread.comment.id} thread={thread} place={place} />
      ))}
    </ul>
  );
}

/** The next page comes before its place is reached. */
function More({ onReached }: { onReached: () => unknown }) {
  const mark = useRef<HTMLDivElement>(null);
  useInSight(mark, "800px", onReached);
  return (
    <div ref={mark}>
      <Waiting />
    </div>
  );
}

function Waiting() {
  return (
    <Loading label="Loading comments" className="grid gap-6 py-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex gap-3">
          <Skeleton className="size-8 !rounded-full" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-32" />
            <Skeleton className="h-4" />
          </div>
        </div>
      ))}
    </Loading>
  );
}

export function useStaleDiscussion(scope: Scope) {
  const queryClient = useQueryClient();
  const queryKey = discussionKey(scope);
  const topic = recordingTopic(scope.recordingId);
  const hear = (name: Heard<typeof topic>) => {
    if (name !== "comment" && name !== "reaction" && name !== "joined") return;
    readAnew(queryClient, queryKey);
  };
  useTopic(topic, hear, scope.shareToken);
}
