import { requireOwn } from "#api/access/own-recording.ts";
import { forbidden, HttpError, one, oneOrRefuse } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { UploadSubtitle } from "#contract/subtitles.ts";
import { beside } from "./beside.ts";
import { readSubtitle, SUBTITLE_GONE, selectSubtitle } from "./read-subtitles.ts";
import type { OneSubtitle, SubtitleRow } from "./subtitle-row.ts";

/** Asked before a file of megabytes is taken and read. */
export const requireMayAdd = (db: Db, recordingId: string): Promise<void> =>
  db((sql) => requireOwn(sql, recordingId, "Only its owner adds subtitles to a recording."));

/** Kept in the format that the file has, whatever it is called. */
export async function uploadSubtitle(
  db: Db,
  recordingId: string,
  { language, content }: UploadSubtitle,
): Promise<SubtitleRow> {
  const { format, cues } = await beside("readFile", content, content.length);
  return await db(async (sql) => {
    const { id } = one(
      await sql<{ id: string }[]>`
        insert into public.subtitles (recording_id, language, format, cues)
        values (${recordingId}, ${language}, ${format}, ${cues}::text::jsonb)
        returning id
      `,
    );
    return await selectSubtitle(sql, { id: recordingId, subtitleId: id });
  });
}

const NO_EDITOR = "You may watch this recording, but not edit its subtitles.";
const NOT_READY = "These subtitles are not ready, so nobody can edit them yet.";

/** An editor who saves over an older version is told, so that two people do not lose each other's cues. */
export async function editSubtitle(
  db: Db,
  wanted: OneSubtitle,
  body: string,
): Promise<SubtitleRow> {
  const before = await db(async (sql) => {
    const [row, rights] = await Promise.all([
      selectSubtitle(sql, wanted),
      sql<{ may_edit: boolean }[]>`select app.can_edit_recording(${wanted.id}) as may_edit`,
    ]);
    if (!one(rights).may_edit) throw forbidden(NO_EDITOR, "not_yours"); // before hours of speech are read
    return row;
  });
  const { cues, version } = await beside("readEdit", { body, before }, body.length);
  const based = version ?? before.version;
  const edited = await db(async (sql) => {
    const saved = await sql`
      update public.subtitles set cues = ${cues}::text::jsonb
       where id = ${wanted.subtitleId} and recording_id = ${wanted.id} and version = ${based}
      returning id
    `;
    return saved.length > 0 ? await selectSubtitle(sql, wanted) : undefined;
  });
  if (edited) return edited;
  const now = await readSubtitle(db, wanted);
  if (now.status !== "ready") throw forbidden(NOT_READY, "not_ready");
  if (now.version === based) throw forbidden(NO_EDITOR, "not_yours");
  // Saved over whatever there is, as long as that is of the same film.
  if (version === null && Bun.deepEquals(now.film, before.film))
    return await editSubtitle(db, wanted, body);
  throw outdated(now);
}

const outdated = ({ version }: SubtitleRow) =>
  new HttpError(
    409,
    "newer_version",
    "Somebody else has edited these subtitles meanwhile. Take their version, or save yours over it.",
    { fields: { version: String(version) } },
  );

/** Deleting an unfinished subtitle gives up the work on it: its job does not find the row any more. */
export const deleteSubtitle = (db: Db, { id, subtitleId }: OneSubtitle) =>
  db(async (sql) =>
    oneOrRefuse(
      await sql`
        delete from public.subtitles where id = ${subtitleId} and recording_id = ${id} returning id
      `,
      () => sql`select 1 from public.subtitles where id = ${subtitleId} and recording_id = ${id}`,
      { words: "Only its owner deletes subtitles of a recording.", what: SUBTITLE_GONE },
    ),
  );
