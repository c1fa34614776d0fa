import type { Serve } from "#api/access/serve.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import {
  changeFolderCall,
  createFolderCall,
  deleteFolderCall,
  listFoldersCall,
  orderFolderCall,
} from "#contract/folders.ts";
import {
  actOnRecordingsCall,
  deleteForGoodCall,
  emptyTrashCall,
  listTrashCall,
  restoreRecordingCall,
} from "#contract/trash.ts";
import { changeFolder, createFolder, deleteFolder, listFolders, orderFolder } from "./folders.ts";
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

/** The places of recordings: folders, and the trash. */
export function serveKeeping({ serve, jobs, remembered }: Deps): void {
  const removeBytes = () => jobs.send(null, objectRemoval, {});

  serve(actOnRecordingsCall, async ({ db, body }) => {
    const result = await actOnRecordings(db, body);
    for (const id of result.done) remembered.forget(id);
    if (body.act !== "restore") await removeBytes();
    return result;
  });
  serve(listFoldersCall, async ({ db }) => ({ folders: await listFolders(db) }));
  serve(createFolderCall, ({ db, body }) => createFolder(db, body));
  serve(changeFolderCall, ({ db, params, body }) => changeFolder(db, params.id, body));
  serve(deleteFolderCall, async ({ db, params, query }) => {
    for (const { id } of await deleteFolder(db, params.id, query.videos)) remembered.forget(id);
  });
  serve(orderFolderCall, ({ db, params, body }) => orderFolder(db, params.id, body.ids));
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
