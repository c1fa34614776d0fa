import type { Acting } from "#api/access/account.ts";
import { writeCues } from "#api/captions/formats.ts";
import { cleanName } from "#api/http/content-disposition.ts";
import type { ZipEntry } from "#api/http/zip.ts";
import { extensionOf } from "#api/media/sniff.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { type ObjectPart, readParts } from "#api/platform/objects/parts.ts";
import type { ObjectBody, ObjectRef } from "#api/platform/objects/store.ts";
import type { Recording } from "#contract/recordings.ts";
import type { Cue } from "#contract/subtitles.ts";

type Row = Omit<Recording, "created_at"> & { created_at: Date };

/** All data that a person has here, read under their own rights, but what they said anywhere: the texts first, then the videos. */
export async function* belongings({ db, service, account: owner }: Acting, objects: Objects) {
  const recordings = await db((sql) => selectRecordings(sql, owner));
  yield asJson("account.json", await readAccount(db, owner));
  yield asJson("recordings.json", recordings);
  yield asJson("comments.json", await service((sql) => selectComments(sql, owner)));
  for (const recording of recordings) {
    yield* captions(db, recording);
    yield* video(db, objects, recording, "recordings");
    if (recording.edited) yield* video(db, objects, recording, "originals");
  }
}

/** The videos of some recordings, as people see them. */
export async function* videosOf(
  { db, account: owner }: Acting,
  objects: Objects,
  chosen: readonly string[],
) {
  const recordings = await db((sql) => selectRecordings(sql, owner));
  for (const recording of recordings.filter(({ id }) => chosen.includes(id)))
    yield* video(db, objects, recording, "recordings");
}

const selectRecordings = (sql: Sql, owner: string) => sql<Row[]>`
  select id, filename, original_filename, size, duration, width, height, mime_type, status, edited,
         storage_type, created_at, updated_at,
         (select jsonb_agg(jsonb_build_object(
            'label', s.label, 'permission_type', s.permission_type, 'is_public', s.is_public,
            'allowed_email', s.allowed_email, 'expires_at', s.expires_at, 'views', s.view_count,
            'created_at', s.created_at) order by s.created_at)
            from public.shares s where s.recording_id = r.id or s.folder_id = r.folder_id) as links,
         (select f.name from public.folders f where f.id = r.folder_id) as folder
    from public.recordings r where r.owner_id = ${owner} and r.deleted_at is null
   order by created_at, id
`;

const selectComments = (sql: Sql, owner: string) => sql`
  select recording_id, content, at_seconds, removed, created_at from public.comments
   where author_id = ${owner} order by created_at, id
`;

async function readAccount(db: Db, owner: string) {
  const [[user], [preferences], [subscription]] = await db((sql) =>
    Promise.all([
      sql`select id, username, email, role, oauth_provider, created_at from public.users
           where id = ${owner}`,
      sql`select * from public.preferences where user_id = ${owner}`,
      sql`select p.name as plan, s.status, s.storage_type from public.subscriptions s
            join public.plans p on p.id = s.plan_id where s.user_id = ${owner}`,
    ]),
  );
  return { user, preferences: preferences ?? null, subscription };
}

async function* captions(db: Db, recording: Row): AsyncGenerator<ZipEntry> {
  const subtitles = await db<{ id: string; language: string; cues: Cue[]; updated_at: Date }[]>`
    select id, language, cues, updated_at from public.subtitles
     where recording_id = ${recording.id} and status = 'ready' order by created_at, id
  `;
  for (const { id, language, cues, updated_at } of subtitles) {
    const name = `captions/${nameOf(recording, `${language}-${id.slice(0, 4)}.vtt`)}`;
    yield asText(name, writeCues(cues, "vtt"), updated_at);
  }
}

interface Media {
  mime_type: string;
  file: ObjectRef | null;
  parts: ObjectPart[] | null;
}

/** A video that cannot be had now, because its drive is away, is listed as missing and holds up none of the others. */
async function* video(
  db: Db,
  objects: Objects,
  recording: Row,
  folder: "recordings" | "originals",
): AsyncGenerator<ZipEntry> {
  const [media] = await db<Media[]>`
    select mime_type, file, parts
      from app.open_media(${recording.id}, null, ${folder === "originals"})
  `;
  if (!media) return;
  const body = await open(objects, media).catch(() => null);
  const modified = recording.created_at;
  if (!body) {
    const why =
      "This recording could not be read just now. Try again later, or look where it is kept.";
    return yield asText(`${folder}/${nameOf(recording, "missing.txt")}`, why, modified);
  }
  const name = `${folder}/${nameOf(recording, extensionOf(media.mime_type))}`;
  yield { name, modified, body: body instanceof Blob ? body.stream() : body };
}

async function open(objects: Objects, { file, parts }: Media): Promise<ObjectBody | null> {
  if (file) return objects.get(file);
  return parts ? readParts(objects, parts) : null;
}

/** Titles repeat, ids do not; and a disk takes no name of more than 255 bytes. */
function nameOf({ id, filename }: Row, extension: string): string {
  const begin = Buffer.from(cleanName(filename)).subarray(0, 190);
  const title = new TextDecoder().decode(begin, { stream: true }); // without half a sign at its end
  return `${title} (${id.slice(0, 8)}).${extension}`;
}

const asText = (name: string, text: string, modified = new Date()): ZipEntry => ({
  name,
  modified,
  body: [new TextEncoder().encode(text)],
});

const asJson = (name: string, value: unknown) =>
  asText(name, `${JSON.stringify(value, null, 2)}\n`);
