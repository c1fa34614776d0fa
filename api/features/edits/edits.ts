import type { Acting } from "#api/access/account.ts";
import { tellChanged } from "#api/http/changed.ts";
import { conflict, HttpError, one } from "#api/http/errors.ts";
import { objectRemoval, rendering, sheetDrawing } from "#api/job-kinds.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import {
  type Edit,
  type EditRange,
  MOST_RANGES,
  type SaveEdit,
  SHORTEST_RANGE_SECONDS,
} from "#contract/edits.ts";
import { isSame, type KeptRange, lengthOfCut, normalise, SAME_MOMENT } from "#contract/timeline.ts";
import { followCut, forgetRemoved } from "./follow-cut.ts";

/** Edits are closed to every role of the API. */
export interface Editor extends Acting {
  objects: Pick<Objects, "home" | "put" | "remove" | "room" | "storageType">;
  jobs: Pick<Jobs, "send">;
}

export interface HeldEdit extends Edit {
  owner_id: string;
  shown: KeptRange[] | null;
  recording_status: string;
  is_moving: boolean;
  missing: string | null;
  film: { size: number };
  original: { size: number; contact_sheet: object | null };
}

export const readEdit = async (db: Db, id: string): Promise<Edit> =>
  one(await db<Edit[]>`select * from app.my_edit(${id})`, "Recording not found");

/** The edit is kept, and a job makes the cut. To keep everything is to restore. */
export async function saveEdit(editor: Editor, id: string, wish: SaveEdit): Promise<Edit> {
  await readEdit(editor.db, id);
  const room = await editor.objects.room();
  return change(editor, id, async (sql, edit) => {
    requireAtRest(edit);
    const length = edit.original_duration;
    if (length === null) throw conflict(NO_LENGTH, "not_ready");
    const kept = requireRanges(wish.kept, length);
    if (wish.version !== edit.version) throw conflict(CHANGED, "edit_changed");
    const joined = normalise(kept);
    if (isSame(joined, [{ start: 0, end: length }])) return restore(editor, sql, id, edit);
    if (edit.missing) throw conflict(MISSING, "missing");
    const share = lengthOfCut(joined) / length;
    const wanted = Math.round(edit.original.size * share) - (edit.shown ? edit.film.size : 0);
    await sql`select private.take_cut_room(${edit.owner_id}, ${wanted}, ${room})`;
    const isInBrowser = wish.render === "browser" && edit.owner_id === editor.account;
    await sql`
      update private.edits set
        version = version + 1, kept = ${sql.json(kept)}, browser = ${isInBrowser ? sql.json({}) : null}, status = 'rendering', progress = 0, error = null,
        hides = coalesce(${wish.hide_until_ready ?? null}, hides), original_removed = false, updated_at = now()
       where recording_id = ${id}
    `;
    // A job that is at an older version goes on with this one.
    if (edit.status === "rendering" && !edit.waits_for_owner) return;
    const account = edit.owner_id;
    await editor.jobs.send(sql, rendering, { recording_id: id }, { account, isUrgent: true });
  });
}

export async function restoreOriginal(editor: Editor, id: string): Promise<Edit> {
  await readEdit(editor.db, id);
  return change(editor, id, (sql, edit) => {
    requireAtRest(edit);
    if (!edit.original_available) throw conflict(GONE, "original_gone");
    return restore(editor, sql, id, edit);
  });
}

/** Only its owner may: nobody can take this back. */
export async function removeOriginal(editor: Editor, id: string): Promise<Edit> {
  await requireOwned(editor.db, id);
  return change(editor, id, async (sql, edit) => {
    if (edit.status !== "ready") throw conflict(NOT_READY, "edit_not_ready");
    await sql`select private.remove_original(${id})`;
    await forgetRemoved(sql, id);
    await editor.jobs.send(sql, objectRemoval, {});
  });
}

export async function requireOwned(db: Db, id: string): Promise<void> {
  const owned = await db`
    select 1 from public.recordings where id = ${id} and owner_id = (select auth.uid())
  `;
  one(owned, "Recording not found");
}

export async function change(
  { service }: Pick<Editor, "service">,
  id: string,
  act: (sql: Sql, edit: HeldEdit) => Promise<void>,
): Promise<Edit> {
  const edit = await service(async (sql) => {
    await act(sql, one(await holdEdit(sql, id), "Recording not found"));
    return one(await sql<HeldEdit[]>`select * from private.edit_of(${id})`);
  });
  tellChanged(id);
  return edit;
}

export async function holdEdit(sql: Sql, id: string): Promise<HeldEdit[]> {
  await sql`select private.lock_edit(${id})`;
  return sql<HeldEdit[]>`select * from private.edit_of(${id})`;
}

async function restore({ jobs }: Editor, sql: Sql, id: string, edit: HeldEdit): Promise<void> {
  if (edit.shown) {
    await sql`select private.show_film(${id}, null, null)`;
    await followCut(sql, id, edit.shown, null);
    // An original that was cut before it had gone to its owner's drive goes there now.
    await sql`
      insert into private.deliveries (recording_id, owner_id) select id, owner_id from public.recordings
       where id = ${id} and storage_type <> 'google_drive' and private.destination(owner_id) = 'google_drive'
      on conflict (recording_id) do update set tries = 0, due_at = now()
    `;
    await jobs.send(sql, objectRemoval, {});
    if (!edit.original.contact_sheet)
      await jobs.send(sql, sheetDrawing, { recording_id: id }, { account: edit.owner_id });
  }
  await sql`
    update private.edits set
      version = version + 1, kept = '[]', status = 'none', progress = null, error = null, hides = false, browser = null,
      updated_at = now()
     where recording_id = ${id}
  `;
}

function requireAtRest({ recording_status, is_moving }: HeldEdit): void {
  if (recording_status !== "ready") throw conflict(UNPREPARED, "not_ready");
  if (is_moving) throw conflict(MOVING, "moving");
}

/** The ranges inside the film; the refusal names each that cannot be kept. */
export function requireRanges(
  ranges: readonly EditRange[],
  length: number,
  nameOf = (index: number, edge: string) => `kept.${index}.${edge}`,
): EditRange[] {
  const fields: Record<string, string> = {};
  if (ranges.length === 0) fields.kept = "Keep at least one part.";
  if (ranges.length > MOST_RANGES) fields.kept = "Keep at most 1,000 parts.";
  let last = -BESIDE;
  const kept = ranges.slice(0, MOST_RANGES).map(({ start, end }, index) => {
    const at = (edge: "start" | "end") => nameOf(index, edge);
    const inside = { start: Math.max(0, start), end: Math.min(length, end) };
    if (start < -BESIDE) fields[at("start")] = "This begins before the recording.";
    else if (inside.start < last - SAME_MOMENT)
      fields[at("start")] = "This begins before the part above has ended.";
    if (end > length + BESIDE) fields[at("end")] = "This ends after the recording.";
    else if (inside.end - inside.start < SHORTEST_RANGE_SECONDS - SAME_MOMENT)
      fields[at("end")] = "This is shorter than 0.05 seconds.";
    last = inside.end;
    return inside;
  });
  const [words] = Object.values(fields);
  if (words) throw new HttpError(400, "invalid_edit", words, { fields });
  return kept;
}

const BESIDE = SHORTEST_RANGE_SECONDS + SAME_MOMENT;

export const CHANGED = "Somebody else has changed this edit. Look at their version first.";
const GONE = "The original was removed. It cannot be restored.";
const NOT_READY = "The cut is not ready yet. The original can be removed when it is.";
export const NO_LENGTH = "Nobody knows how long this recording is, so it cannot be cut.";
export const UNPREPARED = "This recording is not ready yet. It can be edited as soon as it is.";
const MOVING = "This recording is moving to another place. It can be edited when it has arrived.";
export const MISSING = "The file of this recording cannot be reached, so it cannot be cut now.";
