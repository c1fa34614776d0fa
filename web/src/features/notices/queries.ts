import { queryOptions } from "@tanstack/react-query";
import { NoticeList, UnreadNotices } from "#contract/notices.ts";
import { request } from "#web/lib/request.ts";

const shown = 30;

export const noticesQuery = queryOptions({
  queryKey: ["notices"],
  queryFn: ({ signal }) =>
    request("GET", "/notices", NoticeList, { query: { limit: shown }, signal }),
});

export const markRead = () => request("POST", "/notices/read", UnreadNotices, { body: {} });
