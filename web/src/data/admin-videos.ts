import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import {
  type AdminVideosQuery,
  deleteVideoCall,
  deleteVideosCall,
  getVideoCall,
  listVideosCall,
} from "#contract/admin-videos.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { counted } from "#web/lib/format.ts";
import { call } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";
import { serversWords, write } from "./write.ts";

export type VideosShown = Omit<AdminVideosQuery, "per_page">;

export const videosQuery = (query: VideosShown) =>
  queryOptions({
    queryKey: [...adminKey, "videos", query],
    queryFn: ({ signal }) => call(listVideosCall, { query: { ...query }, signal }),
    placeholderData: keepPreviousData,
  });

export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: [...adminKey, "video", id],
    queryFn: ({ signal }) => call(getVideoCall, { params: { id }, signal }),
  });

export const deleteVideo = (id: string, done?: () => Promise<void>) =>
  write({
    send: () => call(deleteVideoCall, { params: { id } }),
    stale: adminKey,
    success: () => "Recording deleted",
    ...(done && { done }),
    failure: serversWords("Failed to delete video"),
  });

/** Names the number of videos that could not be deleted, with the reason of the first. */
export const deleteVideos = (done: () => void) =>
  write({
    send: (ids: readonly string[]) => call(deleteVideosCall, { body: { ids: [...ids] } }),
    stale: adminKey,
    success: ({ deleted }) =>
      deleted.length === 0 ? undefined : `${counted(deleted.length, "video")} deleted`,
    done({ failed: [first] }) {
      done();
      if (first) throw new ApiError(403, "not_deleted", first.error);
    },
    failure: serversWords("Failed to delete videos"),
  });
