import { badRequest, conflict, one, tooLarge } from "#api/http/errors.ts";
import { PartReader } from "#api/http/part-reader.ts";
import { rendering } from "#api/job-kinds.ts";
import { containerOf, HEAD_BYTES, mimeTypes } from "#api/media/sniff.ts";
import { keepObject, orDiscard } from "#api/platform/objects/loose.ts";
import { ObjectTooLarge } from "#api/platform/objects/store.ts";
import { LARGEST_PASSAGES, type WantedPassages } from "#contract/edits.ts";
import { CHANGED, change, type Editor, requireOwned } from "./edits.ts";

/** The pictures that a cut waits for: on a server without ffmpeg, the owner's browser encodes them. */
export async function readPassages({ db, service }: Pick<Editor, "db" | "service">, id: string) {
  await requireOwned(db, id);
  const rows = await service<WantedPassages[]>`
    select e.version, case when e.waits_for_owner then w.browser -> 'passages' else '[]' end as passages
      from private.edit_of(${id}) e left join private.edits w on w.recording_id = ${id}
  `;
  return one(rows, "Recording not found");
}

type Body = ReadableStream<Uint8Array> | null;

/** The film of those pictures lies in the store until the cut is made, fails, or is wished no more; a day at most. */
export async function takePassages(editor: Editor, id: string, version: number, body: Body) {
  const { service, objects, jobs, account } = editor;
  const known = await readPassages(editor, id);
  if (known.version !== version || known.passages.length === 0) throw changed();
  const kind = { contentType: mimeTypes.mkv, maxBytes: LARGEST_PASSAGES, owner: account };
  const file = await keepObject(service, objects, await filmIn(body), kind).catch(
    (error: unknown) => {
      throw error instanceof ObjectTooLarge ? tooLarge(MUCH) : error;
    },
  );
  const goOn = () =>
    change(editor, id, async (sql, edit) => {
      if (edit.version !== version || !edit.waits_for_owner) throw changed();
      const { store, key, size } = file;
      await sql`
        update private.edits set browser = ${sql.json({ file: { store, key, size } })}, progress = 0
         where recording_id = ${id}
      `;
      await jobs.send(sql, rendering, { recording_id: id }, { account, isUrgent: true });
    });
  return orDiscard(editor, file, goOn);
}

async function filmIn(body: Body): Promise<AsyncIterable<Uint8Array>> {
  const reader = new PartReader(body ?? []);
  const container = containerOf(await reader.peek(HEAD_BYTES));
  if (container !== "mkv" && container !== "webm") throw noFilm();
  return reader.all();
}

const noFilm = () => badRequest("These are no pictures of a film.", "invalid_film");
const changed = () => conflict(CHANGED, "edit_changed");
const MUCH = "These pictures are more than 256 MB. Keep fewer parts, or cut at key frames.";
