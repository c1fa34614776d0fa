import type { Acting } from "#api/access/account.ts";
import { badRequest, conflict, invalid, noRoom, one } from "#api/http/errors.ts";
import { objectRemoval, processing } from "#api/job-kinds.ts";
import { videoType } from "#api/media/sniff.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import type { ObjectPart } from "#api/platform/objects/parts.ts";
import type { UploadMetadata } from "#contract/uploads.ts";
import type { Creation, RawMetadata } from "./tus-headers.ts";
import { videoName } from "./video-name.ts";

export interface Upload {
  id: string;
  recording_id: string;
  kind: UploadMetadata["kind"];
  metadata: RawMetadata;
  mime_type: string;
  length: number | null;
  received: number;
  attempt: number;
  finished_at: Date | null;
}

const GONE = "This upload no longer exists.";

export async function beginUpload(
  { db, service, account }: Acting,
  objects: Pick<Objects, "home" | "storageType" | "room">,
  { described, metadata, length, partSize, folder }: Creation & { folder: string | undefined },
): Promise<Upload> {
  const { kind, filename, filetype, key, recording, take } = described;
  const { title, original } = videoName(filename, described.title);
  if (kind === "recording" && recording && take) {
    const [again] = await service(
      (sql) => sql<Upload[]>`
        select * from private.begin_again(${account}, ${recording}, ${take}, ${sql.json(metadata)})
      `,
    );
    // A recording that runs no longer is whole: the new take becomes another.
    if (again) return again;
  }
  const begun = (sql: Sql) => (key && partSize === null ? begunBefore(sql, account, key) : null);
  // An upload that has begun before has its room.
  if (!(await service(begun))) await requireRoom(db, objects, length ?? 1);
  return service(async (sql) => {
    const known = await begun(sql);
    if (known) return known;
    const upload = one(
      await sql<Upload[]>`
        select * from private.begin_upload(
          ${account}, ${kind}, ${title}, ${original}, ${videoType(filetype)},
          ${objects.storageType(objects.home)}, ${sql.json(metadata)}, ${length})
      `,
    );
    await putIntoFolder(sql, upload.recording_id, folder);
    return upload;
  });
}

/** Refuses by name what the caller's plan has no room for. For a disk that is full, a sender waits. */
export async function requireRoom(db: Db, objects: Pick<Objects, "room">, wanted: number) {
  await db`select app.require_room(${wanted}, null)`;
  const room = await objects.room();
  if (room !== null && wanted > room) throw noRoom();
}

/** Asked before the first byte: the folder into which the recording comes is there, and the caller's own. */
export async function requireFolder(db: Db, folder: string | undefined): Promise<void> {
  if (folder) await db`select app.assert_folder(${folder})`;
}

/** Together with what makes the recording; the folder in which it lies then. */
export async function putIntoFolder(sql: Sql, recording: string, folder: string | undefined) {
  if (!folder) return null;
  const [put] = await sql<{ id: string }[]>`
    select id from private.put_into_folder(${recording}, ${folder}) as into_it (id)
  `;
  return put?.id ?? null;
}

/** The first answer may not have reached its sender. Two who ask at once wait for each other. */
async function begunBefore(sql: Sql, account: string, key: string): Promise<Upload | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${account} ${key}`}, 0))`;
  const [known] = await sql<Upload[]>`
    select u.* from public.uploads u join public.recordings r on r.id = u.recording_id
     where u.owner_id = ${account} and u.metadata ->> 'key' = ${key}
       and u.finished_at is null and u.replaced_at is null and r.deleted_at is null
  `;
  return known;
}

/** Not while its recording lies in the trash: nothing is sent there. */
async function findUpload({ db }: Acting, id: string): Promise<Upload> {
  const rows = await db<Upload[]>`
    select u.* from public.uploads u join public.recordings r on r.id = u.recording_id
     where u.id = ${id}
  `;
  return one(rows, GONE);
}

/** The state of an upload. Only its own recorder asks for it, and is therefore alive. */
export async function hearOfUpload(uploader: Acting, id: string): Promise<Upload> {
  const { service, account } = uploader;
  const upload = await findUpload(uploader, id);
  await service`select private.hear_of_upload(${account}, ${id})`;
  return upload;
}

/** From now on, bytes that an earlier attempt still sends are refused. */
export async function takeUp(uploader: Acting, id: string): Promise<Upload> {
  const { service, account } = uploader;
  await findUpload(uploader, id);
  const rows = await service<Upload[]>`select * from private.take_up(${account}, ${id})`;
  return one(rows, GONE);
}

/** A length never changes once it is known; a sender that did not hear the answer may declare it again. */
export async function declareLength({ service, account }: Acting, upload: Upload, length: number) {
  const { id, attempt, received } = upload;
  if (length === 0) throw invalid("The file is empty");
  if (upload.length === length) return upload;
  if (upload.length !== null) throw badRequest("The length of this upload is declared already.");
  if (length < received) throw badRequest(`${received} bytes of this upload have arrived already.`);
  const [declared] = await service<Upload[]>`
    select * from private.declare_length(${account}, ${id}, ${attempt}, ${length})
  `;
  if (!declared) throw conflict("Somebody else goes on with this upload.", "upload_conflict");
  return declared;
}

/** The part counts, and the last one finishes the recording, or nothing of this has happened. */
export async function appendPart(
  { service, account }: Acting,
  jobs: Pick<Jobs, "send">,
  { id, attempt, received }: Upload,
  part: ObjectPart = { store: "", key: "", size: 0 },
): Promise<Upload> {
  return service(async (sql) => {
    const upload = one(
      await sql<Upload[]>`
        select * from private.append_part(
          ${account}, ${id}, ${attempt}, ${received}, ${part.size}, ${part.store}, ${part.key})
      `,
    );
    const turn = { account, isUrgent: upload.kind === "recording" };
    if (upload.finished_at)
      await jobs.send(sql, processing, { recording_id: upload.recording_id }, turn);
    return upload;
  });
}

/** An upload that has arrived whole is a recording like any other, and removed like one. */
export async function abandonUpload(uploader: Acting, jobs: Pick<Jobs, "send">, id: string) {
  const upload = await findUpload(uploader, id);
  if (upload.finished_at) throw badRequest("This upload is complete: delete its recording.");
  await dropUpload(uploader, jobs, id);
  return upload;
}

/** Removes an upload with its recording and its bytes; a complete or already removed one stays as it is. */
export async function dropUpload(
  { service, account }: Acting,
  jobs: Pick<Jobs, "send">,
  id: string,
): Promise<void> {
  await service(async (sql) => {
    await sql`
      delete from public.recordings r using public.uploads u
       where u.recording_id = r.id and u.id = ${id} and u.owner_id = ${account}
         and u.finished_at is null
    `;
    await jobs.send(sql, objectRemoval, {});
  });
}
