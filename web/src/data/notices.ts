import { queryOptions } from "@tanstack/react-query";
import { NoticeList, UnreadNotices } from "#contract/notices.ts";
import { request } from "#web/lib/request.ts";
import { write } from "./write.ts";

const SHOWN = 30;

export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal }) =>
    request("GET", "/notices", NoticeList, { query: { limit: SHOWN }, signal }),
});

/** Nobody has asked for it, so nobody is told when it fails. */
export const readNotices = write<void, UnreadNotices>({
  send: () => request("POST", "/notices/read", UnreadNotices, { body: {} }),
  keep: (cache, unread) =>
    cache.setQueryData(noticesQuery.queryKey, (list) => list && { ...list, ...unread }),
});
