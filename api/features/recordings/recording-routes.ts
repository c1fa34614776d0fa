import { signMediaToken } from "#api/access/media-token.ts";
import type { Serve } from "#api/access/serve.ts";
import { naming, objectRemoval } from "#api/job-kinds.ts";
import type { Parts } from "#api/parts.ts";
import {
  changeFolderCall,
  createFolderCall,
  deleteFolderCall,
  listFoldersCall,
  orderFolderCall,
} from "#contract/folders.ts";
import {
  createMediaTokenCall,
  deleteRecordingCall,
  getReceiptCall,
  getRecordingCall,
  getRecordingMetadataCall,
  listRecordingsCall,
  renameRecordingCall,
} from "#contract/recordings.ts";
import {
  actOnRecordingsCall,
  deleteForGoodCall,
  emptyTrashCall,
  listTrashCall,
  restoreRecordingCall,
} from "#contract/trash.ts";
import { changeFolder, createFolder, deleteFolder, listFolders, orderFolder } from "./folders.ts";
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
import {
  actOnRecordings,
  deleteForGood,
  emptyTrash,
  readTrash,
  restoreRecording,
} from "./trash.ts";

export function serveRecordings(deps: Parts): void {
  const { serve, keys, jobs } = deps;
  const remembered = new RememberedMedia();
  const removeBytes = () => jobs.send(null, objectRemoval, {});

  serve(listRecordingsCall, ({ db, query }) => listRecordings(db, query));
  serve(getRecordingCall, replySeen);
  serve(getRecordingMetadataCall, replySeen);
  serve(getReceiptCall, ({ db, params }) => readReceipt(db, params.id));
  serve(renameRecordingCall, async (asked) => {
    const { id } = asked.params;
    const renamed = await renameRecording(asked.db, id, asked.body.filename);
    if (renamed.storage_type === "google_drive")
      await jobs.send(null, naming, { recording_id: id }, { account: renamed.owner_id });
    return replyAsSeen(asked, renamed);
  });
  serve(deleteRecordingCall, async ({ db, params: { id } }) => {
    await deleteRecording(db, id);
    remembered.forget(id);
    await removeBytes();
  });
  serve(createMediaTokenCall, async ({ db, caller, params }) => {
    const { id } = await readRecording(db, params.id);
    return signMediaToken(keys, caller, id);
  });
  serveKeeping(serve, remembered, removeBytes);
  serveLive(deps);
  serveMedia({ ...deps, remembered });
}

const replySeen = async (asked: Seeing) =>
  replyAsSeen(asked, await readRecording(asked.db, asked.params.id));

/** The places of recordings: folders, and the trash. */
function serveKeeping(serve: Serve, remembered: RememberedMedia, removeBytes: () => Promise<void>) {
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
