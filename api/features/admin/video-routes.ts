import type { Serve } from "#api/access/serve.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import {
  deleteVideoCall,
  deleteVideosCall,
  getVideoCall,
  listVideosCall,
} from "#contract/admin-videos.ts";
import { deleteVideo, deleteVideos, readVideo, readVideos } from "./videos.ts";

export function serveVideos({ serve, jobs }: { serve: Serve; jobs: Pick<Jobs, "send"> }): void {
  serve(listVideosCall, ({ db, query }) => readVideos(db, query));
  serve(deleteVideosCall, ({ db, body }) => deleteVideos(db, jobs, body.ids));
  serve(getVideoCall, ({ db, params }) => readVideo(db, params.id));
  serve(deleteVideoCall, ({ db, params }) => deleteVideo(db, jobs, params.id));
}
