import type { Serve } from "#api/access/serve.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import {
  actOnRecordingsCall,
  deleteForGoodCall,
  emptyTrashCall,
  listTrashCall,
  restoreRecordingCall,
} from "#contract/trash.ts";
import type { RememberedMedia } from "./remembered-media.ts";
import {
  actOnRecordings,
  deleteForGood,
  emptyTrash,
  readTrash,
  restoreRecording,
} from "./trash.ts";

interface Deps {
  serve: Serve;
  jobs: Pick<Jobs, "send">;
  remembered: RememberedMedia;
}

export function serveTrash({ serve, jobs, remembered }: Deps): void {
  const removeBytes = () => jobs.send(null, objectRemoval, {});

  serve(actOnRecordingsCall, async ({ db, body }) => {
    const result = await actOnRecordings(db, body);
    for (const id of result.done) remembered.forget(id);
    if (body.act !== "restore") await removeBytes();
    return result;
  });
  serve(listTrashCall, ({ db, query }) => readTrash(db, query));
  serve(restoreRecordingCall, ({ db, params }) => restoreRecording(db, params.id));
  serve(deleteForGoodCall, async ({ db, params }) => {
    await deleteForGood(db, params.id);
    await removeBytes();
  });
  serve(emptyTrashCall, async ({ db }) => {
    await emptyTrash(db);
    await removeBytes();
  });
}
