import type { Film } from "#api/access/original.ts";
import { originalCues } from "#api/captions/cut-cues.ts";
import { HttpError } from "#api/http/errors.ts";
import type { Db } from "#api/platform/database.ts";
import type { Chat } from "#api/services/chat.ts";
import { languageWith } from "#contract/languages.ts";
import type { Cue } from "#contract/subtitles.ts";
import { storeCues } from "./transcription-run.ts";
import { BATCH, contextOf, translateBatch } from "./translate-cues.ts";

interface Translation {
  language: string;
  from_language: string | null;
  /** The original's cues to translate; null where their subtitle was deleted meanwhile. */
  source: Cue[] | null;
  /** The cues that an earlier try has already translated. */
  done: Cue[];
  film: Film;
  original_done: Cue[] | null;
  original_source: Cue[] | null;
}

const SOURCE_GONE = "What was to be translated has been deleted.";

/** Batch after batch; each is kept at once, so that another try goes on where this one ended. */
export async function translateSubtitle(
  { service, chat }: { service: Db; chat: Chat },
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const translation = await readTranslation(service, id);
  if (!translation) return; // done or deleted meanwhile
  const { source, language, from_language } = translation;
  if (!source) return await failTranslation(service, id, SOURCE_GONE);
  const done = stillTranslated(translation.done, source);
  const names = { from: nameOf(from_language), to: nameOf(language) };
  try {
    while (done.length < source.length) {
      const cues = source.slice(done.length, done.length + BATCH);
      const before = contextOf(source, done);
      const translated = await translateBatch(chat, { ...names, cues, before, signal });
      done.push(...translated);
      const heard = { cues: done, gaps: [] };
      if (!(await storeCues(service, id, heard, done.length / source.length))) return;
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    // The next try shows whether the error lasts; until then its words are there.
    await service`update public.subtitles set error = ${error.message} where id = ${id}`;
    throw error;
  }
  await service`
    update public.subtitles set status = 'ready', progress = 1, error = null
     where id = ${id} and status = 'running'
  `;
}

/** Once no try is left: the words of the last error stay, where it had any. */
export const failTranslation = async (service: Db, id: string, words: string): Promise<void> => {
  await service`
    update public.subtitles set status = 'failed', error = coalesce(error, ${words})
     where id = ${id} and status in ('queued', 'running')
  `;
};

async function readTranslation(service: Db, id: string): Promise<Translation | undefined> {
  const [row] = await service<Translation[]>`
    update public.subtitles t set status = 'running'
     where t.id = ${id} and t.status in ('queued', 'running')
    returning t.language, t.cues as done, private.shown_of(t.recording_id) as film,
      (select o.cues from private.original_cues o where o.subtitle_id = t.id) as original_done,
      (select o.cues from private.original_cues o where o.subtitle_id = t.translated_from)
        as original_source,
      (select s.cues from public.subtitles s where s.id = t.translated_from) as source,
      (select s.language from public.subtitles s where s.id = t.translated_from) as from_language
  `;
  if (!row?.film) return row;
  const { film, source, done } = row;
  return {
    ...row,
    source: source && originalCues(row.original_source ?? [], source, film),
    done: originalCues(row.original_done ?? [], done, film),
  };
}

/** When the source was edited meanwhile, all cues from the first changed one on are translated anew. */
function stillTranslated(done: readonly Cue[], source: readonly Cue[]): Cue[] {
  const changed = done.findIndex(({ start }, at) => start !== source[at]?.start);
  return changed < 0 ? [...done] : done.slice(0, changed);
}

const nameOf = (code: string | null): string => languageWith(code)?.english ?? "its language";
