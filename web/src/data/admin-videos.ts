import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { VideoPage } from "#contract/admin-videos.ts";
import { request } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";

export const videosQuery = (query: { page: number; search: string; storage: string }) =>
  queryOptions({
    queryKey: [...adminKey, "videos", query],
    queryFn: ({ signal }) => request("GET", "/admin/videos", VideoPage, { query, signal }),
    placeholderData: keepPreviousData,
  });
