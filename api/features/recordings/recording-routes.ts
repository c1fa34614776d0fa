import type { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import { signMediaToken } from "#api/access/media-token.ts";
import type { Serve } from "#api/access/serve.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { naming, objectRemoval } from "#api/job-kinds.ts";
import type { LiveTakes } from "#api/media/live/live-takes.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import {
  createMediaTokenCall,
  deleteRecordingCall,
  getReceiptCall,
  getRecordingCall,
  getRecordingMetadataCall,
  listRecordingsCall,
  renameRecordingCall,
} from "#contract/recordings.ts";
import { serveKeeping } from "./keeping-routes.ts";
import { listRecordings } from "./list-recordings.ts";
import { serveLive } from "./live-routes.ts";
import { serveMedia } from "./media-routes.ts";
import {
  deleteRecording,
  readReceipt,
  readRecording,
  renameRecording,
  replyAsSeen,
  type Seeing,
} from "./one-recording.ts";
import { RememberedMedia } from "./remembered-media.ts";

type Deps = Base & {
  api: Hono<AppEnv>;
  serve: Serve;
  guards: Guards;
  jobs: Pick<Jobs, "send">;
  live: LiveTakes;
};

export function serveRecordings(deps: Deps): void {
  const { serve, keys, jobs } = deps;
  const remembered = new RememberedMedia();

  serve(listRecordingsCall, ({ db, query }) => listRecordings(db, query));
  serve(getRecordingCall, replySeen);
  serve(getRecordingMetadataCall, replySeen);
  serve(getReceiptCall, ({ db, params }) => readReceipt(db, params.id));
  serve(renameRecordingCall, async (asked) => {
    const { id } = asked.params;
    const renamed = await renameRecording(asked.db, id, asked.body.filename);
    if (renamed.storage_type === "google_drive")
      await jobs.send(null, naming, { recording_id: id });
    return replyAsSeen(asked, renamed);
  });
  serve(deleteRecordingCall, async ({ db, params: { id } }) => {
    await deleteRecording(db, id);
    remembered.forget(id);
    await jobs.send(null, objectRemoval, {});
  });
  serve(createMediaTokenCall, async ({ db, caller, params }) => {
    const { id } = await readRecording(db, params.id);
    return signMediaToken(keys, caller, id);
  });
  serveKeeping({ serve, jobs, remembered });
  serveLive(deps);
  serveMedia({ ...deps, remembered });
}

const replySeen = async (asked: Seeing) =>
  replyAsSeen(asked, await readRecording(asked.db, asked.params.id));
