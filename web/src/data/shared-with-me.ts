import { queryOptions } from "@tanstack/react-query";
import { hideSharedWithMeCall, listSharedWithMeCall } from "#contract/shared-with-me.ts";
import { call } from "#web/lib/request.ts";
import { serversWords, write } from "./write.ts";

const PAGE_SIZE = 20;

const sharedWithMeKey = ["shared-with-me"] as const;

export const sharedWithMeQuery = (page: number) =>
  queryOptions({
    queryKey: [...sharedWithMeKey, page],
    queryFn: async ({ signal }) => {
      const query = { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE };
      const { recordings, total } = await call(listSharedWithMeCall, { query, signal });
      return { recordings, pages: Math.max(1, Math.ceil(total / PAGE_SIZE)) };
    },
  });

export const hideSharedWithMe = write({
  send: (recording_id: string) => call(hideSharedWithMeCall, { params: { recording_id } }),
  stale: sharedWithMeKey,
  success: () => "Recording hidden",
  failure: serversWords("Failed to hide recording"),
});
