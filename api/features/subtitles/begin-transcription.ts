import { requireOwn } from "#api/access/own-recording.ts";
import { one, unavailable } from "#api/http/errors.ts";
import { transcription } from "#api/job-kinds.ts";
import type { Db, Sql } from "#api/platform/database.ts";
import type { Jobs } from "#api/platform/queue.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import { ADDON_MINUTES } from "#contract/subscriptions.ts";
import type { GenerateSubtitle, SubtitleWithCues } from "#contract/subtitles.ts";
import { SUBTITLE_GONE, selectSubtitle } from "./read-subtitles.ts";

/** Past the policies, with the account in every call: the functions of `private` check whose it is. */
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
}

const NOT_YOURS = "Only its owner generates subtitles of a recording.";

/** Run, minutes and job begin together, or none of them does. */
export async function beginTranscription(
  orderer: Orderer,
  recordingId: string,
  { language, format }: GenerateSubtitle,
): Promise<SubtitleWithCues> {
  await orderer.db((sql) => requireOwn(sql, recordingId, NOT_YOURS));
  return await order(orderer, recordingId, (sql, { account, needsAddon, mostSeconds }) => {
    return sql<Begun[]>`
      select * from private.begin_transcription(
        ${account}, ${recordingId}, ${language}, ${format}, ${needsAddon}, ${mostSeconds})
    `;
  });
}

/** The same for a run that failed, or has gaps: what it has stays, and is paid for already. */
export async function retryTranscription(
  orderer: Orderer,
  recordingId: string,
  id: string,
): Promise<SubtitleWithCues> {
  await orderer.db((sql) => requireOwn(sql, recordingId, NOT_YOURS));
  return await order(orderer, recordingId, (sql, { account, needsAddon, mostSeconds }) => {
    return sql<Begun[]>`
      select * from private.retry_transcription(
        ${account}, ${recordingId}, ${id}, ${needsAddon}, ${mostSeconds})
    `;
  });
}

interface Terms {
  account: string;
  needsAddon: boolean;
  mostSeconds: number | null;
}

/** What one is entitled to is said first, and what this server can do after it. */
const order = (
  { service, account, offer, jobs }: Orderer,
  recordingId: string,
  begin: (sql: Sql, terms: Terms) => Promise<readonly Begun[]>,
) =>
  service(async (sql) => {
    const { needsAddon } = offer;
    const mostSeconds = needsAddon ? ADDON_MINUTES * 60 : null;
    const begun = await begin(sql, { account, needsAddon, mostSeconds });
    const { subtitle_id, is_new } = one(begun, SUBTITLE_GONE);
    if (offer.transcription === "off") throw notSetUp();
    if (is_new) await jobs.send(sql, transcription, { subtitle_id }, { account });
    return await selectSubtitle(sql, recordingId, subtitle_id);
  });

const notSetUp = () =>
  unavailable(
    "Transcription is not set up on this server. Subtitles can still be uploaded and edited.",
    "transcription_not_set_up",
  );
