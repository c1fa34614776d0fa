import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { Recording, RecordingList, type RecordingSort } from "#contract/recordings.ts";
import { request, requestFile } from "#web/lib/request.ts";

interface ListOptions {
  limit?: number | undefined;
  offset?: number | undefined;
  search?: string | undefined;
  sort?: RecordingSort | undefined;
}

/** The start of every key below: mark it stale and all that shows recordings is read again. */
export const recordingsKey = ["recordings"] as const;

/** While another page loads, the one before stays on screen. */
export const recordingsQuery = (query: ListOptions = {}) =>
  queryOptions({
    queryKey: [...recordingsKey, "list", query],
    queryFn: ({ signal }) =>
      request("GET", "/recordings", RecordingList, { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

export const recordingQuery = (id: string) =>
  queryOptions({
    queryKey: [...recordingsKey, "one", id],
    queryFn: ({ signal }) => request("GET", `/recordings/${id}`, Recording, { signal }),
  });

/** `path` changes with the picture: another path is another picture. */
export const thumbnailQuery = (id: string, path: string) =>
  queryOptions({
    queryKey: ["thumbnail", id, path],
    queryFn: ({ signal }) => requestFile(`/recordings/${id}/thumbnail`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
