import { one, tooLarge } from "#api/http/errors.ts";
import { processing } from "#api/job-kinds.ts";
import { orDiscard } from "#api/platform/objects/loose.ts";
import { IMPORT_LIMIT_BYTES, IMPORT_TOO_LARGE, type Recording } from "#contract/recordings.ts";
import { FORM_LIMIT_BYTES, FORM_TOO_LARGE, type UploadKind } from "#contract/uploads.ts";
import { holdRoom } from "./hold-room.ts";
import { type ReceivedFile, receiveFile } from "./receive-file.ts";
import type { Receiver } from "./receive-parts.ts";
import { putIntoFolder } from "./uploads.ts";
import { videoName } from "./video-name.ts";

/** The bytes that the form adds around the file. */
const FORM_BYTES = 65_536;

/** The limits of a file in one request. A file in parts has one only if it is imported. */
const limits = {
  recording: { bytes: FORM_LIMIT_BYTES, message: FORM_TOO_LARGE },
  import: { bytes: IMPORT_LIMIT_BYTES, message: IMPORT_TOO_LARGE },
};

type Saver = Receiver & { folder: string | undefined };

/** A whole file in one request becomes a recording, or leaves nothing behind. */
export async function saveFile(receiver: Saver, kind: UploadKind, request: Request) {
  const { uploader, objects } = receiver;
  const { service } = uploader;
  const length = Number(request.headers.get("Content-Length") ?? 1);
  if (length > limits[kind].bytes + FORM_BYTES) throw tooLarge(limits[kind].message);
  const room = await holdRoom(uploader, objects, Math.max(1, length - FORM_BYTES));
  try {
    const file = await receiveFile(request, { service, objects, room, kind, limit: limits[kind] });
    const keep = () => keepWhole(receiver, kind, file, room.id);
    return await orDiscard({ service, objects }, file, keep);
  } catch (error) {
    await room.release();
    throw error;
  }
}

/** The bytes are stored: now the row, and the job that examines them, or neither. */
function keepWhole(
  { uploader, objects, jobs, folder }: Saver,
  kind: UploadKind,
  { filename, mimeType, store, key, size }: ReceivedFile,
  held: string,
): Promise<Recording> {
  const { title, original } = videoName(filename);
  return uploader.service(async (sql) => {
    const recording = one(
      await sql<Recording[]>`
        select * from private.keep_whole(
          ${uploader.account}, ${kind}, ${title}, ${original}, ${mimeType},
          ${objects.storageType(store)}, ${store}, ${key}, ${size}, ${held})
      `,
    );
    const folder_id = await putIntoFolder(sql, recording.id, folder);
    const turn = { account: uploader.account, isUrgent: kind === "recording" };
    await jobs.send(sql, processing, { recording_id: recording.id }, turn);
    return { ...recording, folder_id };
  });
}
