import { requireOwn } from "#api/access/own-recording.ts";
import { one, unavailable } from "#api/http/errors.ts";
import { liveTranscription, transcription, translation } from "#api/job-kinds.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import { ADDON_MINUTES } from "#contract/subscriptions.ts";
import type { GenerateSubtitle } from "#contract/subtitles.ts";
import { SUBTITLE_GONE, selectSubtitle } from "./read-subtitles.ts";
import type { SubtitleRow } from "./subtitle-row.ts";

/** Goes past the policies, with the account in every call: the functions of `private` check whose recording it is. */
export interface Orderer {
  /** The caller's own rights: enough to see, and proof that the session stands. */
  db: Db;
  service: Db;
  account: string;
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

/** Run, minutes and job begin together, or none of them does. */
export const beginTranscription = (
  orderer: Orderer,
  recordingId: string,
  { language, format }: GenerateSubtitle,
): Promise<SubtitleRow> =>
  order(orderer, recordingId, transcribing(orderer), (sql, account) => {
    const { needsAddon, mostSeconds } = termsOf(orderer);
    return sql<Begun[]>`
      select * from private.begin_transcription(
        ${account}, ${recordingId}, ${language}, ${format}, ${needsAddon}, ${mostSeconds})
    `;
  });

/** The same for a run that failed, or has gaps: finished parts stay, and are paid for already. */
export const retryTranscription = (
  orderer: Orderer,
  recordingId: string,
  id: string,
): Promise<SubtitleRow> =>
  order(orderer, recordingId, transcribing(orderer), (sql, account) => {
    const { needsAddon, mostSeconds } = termsOf(orderer);
    return sql<Begun[]>`
      select * from private.retry_transcription(
        ${account}, ${recordingId}, ${id}, ${needsAddon}, ${mostSeconds})
    `;
  });

export const beginTranslation = (
  orderer: Orderer,
  recordingId: string,
  id: string,
  language: string,
): Promise<SubtitleRow> =>
  order(orderer, recordingId, translating(orderer), (sql, account) => {
    const { needsAddon } = termsOf(orderer);
    return sql<Begun[]>`
      select * from private.begin_translation(
        ${account}, ${recordingId}, ${id}, ${language}, ${needsAddon})
    `;
  });

const termsOf = ({ offer: { needsAddon } }: Orderer) => ({
  needsAddon,
  mostSeconds: needsAddon ? ADDON_MINUTES * 60 : null,
});

interface Work {
  kind: typeof transcription;
  isOffered: boolean;
  /** The text of the refusal where the work is not offered. */
  words: string;
}

const transcribing = ({ offer }: Orderer): Work => ({
  kind: transcription,
  isOffered: offer.transcription !== "off",
  words: "Transcription is not set up on this server. Subtitles can still be uploaded and edited.",
});

const translating = ({ offer }: Orderer): Work => ({
  kind: translation,
  isOffered: offer.translation,
  words: "Translation is not set up on this server.",
});

/** The caller's rights and plan are checked first, the server's own abilities after them. */
async function order(
  { db, service, account, jobs }: Orderer,
  recordingId: string,
  { kind, isOffered, words }: Work,
  begin: (sql: Sql, account: string) => Promise<readonly Begun[]>,
): Promise<SubtitleRow> {
  await db((sql) => requireOwn(sql, recordingId, NOT_YOURS));
  return await service(async (sql) => {
    const { subtitle_id, is_new, is_live } = one(await begin(sql, account), SUBTITLE_GONE);
    if (!isOffered) throw unavailable(words, "not_set_up");
    if (is_new)
      await jobs.send(sql, is_live ? liveTranscription : kind, { subtitle_id }, { account });
    return await selectSubtitle(sql, recordingId, subtitle_id);
  });
}
