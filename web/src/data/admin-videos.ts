import {
  type AdminVideosQuery,
  deleteVideoCall,
  deleteVideosCall,
  getVideoCall,
  listVideosCall,
} from "#contract/admin-videos.ts";
import { counted } from "#web/lib/format.ts";
import { call } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";
import { read } from "./read.ts";
import { serversWords, tellFirst, write } from "./write.ts";

export type VideosShown = Omit<AdminVideosQuery, "per_page">;

export const videosQuery = (query: VideosShown) =>
  read([...adminKey, "videos", query], listVideosCall, { query });

export const videoQuery = (id: string) =>
  read([...adminKey, "video", id], getVideoCall, { params: { id } });

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
    done({ failed }) {
      done();
      tellFirst(failed);
    },
    failure: serversWords("Failed to delete videos"),
  });
