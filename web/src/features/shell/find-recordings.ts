import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { RecordingList } from "#contract/recordings.ts";
import { request } from "#web/lib/request.ts";

/** The newest, or those whose title fits. */
export function foundRecordingsQuery(search: string) {
  const query = { search, limit: 6 };
  return queryOptions({
    queryKey: ["recordings", "found", query],
    queryFn: ({ signal }) => request("GET", "/recordings", RecordingList, { query, signal }),
    placeholderData: keepPreviousData,
  });
}
