import type { Acting } from "#api/access/account.ts";
import { requireOwn } from "#api/access/own-recording.ts";
import { one, unavailable } from "#api/http/errors.ts";
import { liveTranscription, transcription, translation } from "#api/job-kinds.ts";
import type { Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import { ADDON_MINUTES } from "#contract/subscriptions.ts";
import type { GenerateSubtitle } from "#contract/subtitles.ts";
import { SUBTITLE_GONE, selectSubtitle } from "./read-subtitles.ts";
import type { OneSubtitle, SubtitleRow } from "./subtitle-row.ts";

export interface Orderer extends Acting {
  offer: SubtitleOffer;
  jobs: Pick<Jobs, "send">;
}

interface Begun {
  subtitle_id: string;
  is_new: boolean;
  /** Whether its recording still runs. */
  is_live?: boolean;
}

const NOT_YOURS = "Only its owner generates subtitles of a recording.";

/** A kind of work, whether this server offers it, and the words of the refusal where it does not. */
const transcribing = {
  kind: transcription,
  isOffered: (offer: SubtitleOffer) => offer.transcription !== "off",
  refusal:
    "Transcription is not set up on this server. Subtitles can still be uploaded and edited.",
};

const translating: typeof transcribing = {
  kind: translation,
  isOffered: (offer) => offer.translation,
  refusal: "Translation is not set up on this server.",
};

/** Run, minutes and job begin together, or none of them does. */
export const beginTranscription = (
  orderer: Orderer,
  recordingId: string,
  { language, format }: GenerateSubtitle,
): Promise<SubtitleRow> =>
  order(
    orderer,
    recordingId,
    transcribing,
    (sql, { account, needsAddon, mostSeconds }) => sql<Begun[]>`
      select * from private.begin_transcription(
        ${account}, ${recordingId}, ${language}, ${format}, ${needsAddon}, ${mostSeconds})
    `,
  );

/**
 * The same for a run that failed, or has gaps: finished parts stay, and are paid for already. A translation that
 * failed is begun anew, and the new one takes its place.
 */
export async function retryTranscription(orderer: Orderer, { id, subtitleId }: OneSubtitle) {
  const [failed] = await orderer.db<{ source: string; language: string }[]>`
    select translated_from as source, language from public.subtitles
     where id = ${subtitleId} and recording_id = ${id}
       and status = 'failed' and translated_from is not null
  `;
  if (failed) {
    const source = { id, subtitleId: failed.source };
    return await beginTranslation(orderer, source, failed.language, subtitleId);
  }
  return await order(
    orderer,
    id,
    transcribing,
    (sql, { account, needsAddon, mostSeconds }) => sql<Begun[]>`
      select * from private.retry_transcription(
        ${account}, ${id}, ${subtitleId}, ${needsAddon}, ${mostSeconds})
    `,
  );
}

export const beginTranslation = (
  orderer: Orderer,
  { id, subtitleId }: OneSubtitle,
  language: string,
  replaced: string | null = null,
) =>
  order(
    orderer,
    id,
    translating,
    (sql, { account, needsAddon }) => sql<Begun[]>`
      with gone as (delete from public.subtitles where id = ${replaced} and status = 'failed')
      select * from private.begin_translation(
        ${account}, ${id}, ${subtitleId}, ${language}, ${needsAddon})
    `,
  );

/** The caller's rights and plan are checked first, the server's own abilities after them. */
async function order(
  { db, service, account, jobs, offer }: Orderer,
  recordingId: string,
  { kind, isOffered, refusal }: typeof transcribing,
  begin: (
    sql: Sql,
    terms: { account: string; needsAddon: boolean; mostSeconds: number | null },
  ) => Promise<readonly Begun[]>,
): Promise<SubtitleRow> {
  const { needsAddon } = offer;
  const terms = { account, needsAddon, mostSeconds: needsAddon ? ADDON_MINUTES * 60 : null };
  await db((sql) => requireOwn(sql, recordingId, NOT_YOURS));
  return await service(async (sql) => {
    const { subtitle_id, is_new, is_live } = one(await begin(sql, terms), SUBTITLE_GONE);
    if (!isOffered(offer)) throw unavailable(refusal, "not_set_up");
    if (is_new)
      await jobs.send(sql, is_live ? liveTranscription : kind, { subtitle_id }, { account });
    return await selectSubtitle(sql, { id: recordingId, subtitleId: subtitle_id });
  });
}
