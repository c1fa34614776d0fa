import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { CommentList, type CommentSort, Marks, ReactionSummary } from "#contract/discussion.ts";
import { request } from "#web/lib/request.ts";
import { shareHeaders } from "#web/lib/share-scope.ts";
import { discussionKey, type Scope } from "./scope.ts";

const threadsPerPage = 50;

export const commentsQuery = (scope: Scope, sort: CommentSort) =>
  infiniteQueryOptions({
    queryKey: [...discussionKey(scope), "comments", sort],
    queryFn: ({ pageParam, signal }) =>
      request("GET", `/recordings/${scope.recordingId}/comments`, CommentList, {
        query: { sort, limit: threadsPerPage, offset: pageParam },
        headers: shareHeaders(scope.share?.shareToken),
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, offset) =>
      last.has_more ? offset + threadsPerPage : undefined,
  });

export const reactionsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...discussionKey(scope), "reactions"],
    queryFn: ({ signal }) =>
      request("GET", `/recordings/${scope.recordingId}/reactions`, ReactionSummary, {
        headers: shareHeaders(scope.share?.shareToken),
        signal,
      }),
  });

export const marksQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...discussionKey(scope), "marks"],
    queryFn: ({ signal }) =>
      request("GET", `/recordings/${scope.recordingId}/marks`, Marks, {
        headers: shareHeaders(scope.share?.shareToken),
        signal,
      }),
  });
