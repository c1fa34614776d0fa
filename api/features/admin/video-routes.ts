import type { Parts } from "#api/parts.ts";
import {
  deleteVideoCall,
  deleteVideosCall,
  getVideoCall,
  listVideosCall,
} from "#contract/admin-videos.ts";
import { deleteVideo, deleteVideos, readVideo, readVideos } from "./videos.ts";

export function serveVideos({ serve, jobs }: Parts): void {
  serve(listVideosCall, ({ db, query }) => readVideos(db, query));
  serve(deleteVideosCall, ({ db, body }) => deleteVideos(db, jobs, body.ids));
  serve(getVideoCall, ({ db, params }) => readVideo(db, params.id));
  serve(deleteVideoCall, ({ db, params }) => deleteVideo(db, jobs, params.id));
}
