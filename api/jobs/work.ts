import { rm } from "node:fs/promises";
import { join } from "node:path";
import { sendWarning, tellOwners } from "#api/features/account/tell-owners.ts";
import { foldMeasures } from "#api/features/analytics/keep-measures.ts";
import { sendResetLetter } from "#api/features/auth/forgotten-password.ts";
import { deliverRecording, nameFile } from "#api/features/drive/deliver-recording.ts";
import { revokeTokens, sendDue, throwAway } from "#api/features/drive/upkeep.ts";
import { walkDrives } from "#api/features/drive/walk-drives.ts";
import { bringLeftPictures } from "#api/features/moves/bring-pictures.ts";
import { moveHomeward } from "#api/features/moves/move-homeward.ts";
import { forgetFormerFiles } from "#api/features/moves/move-recording.ts";
import { forget } from "#api/features/notices/forget.ts";
import { sendDigests } from "#api/features/notices/send-digests.ts";
import { sendViewerLetters } from "#api/features/notices/send-viewer-letters.ts";
import { checkStorage, giveUpCheck } from "#api/features/operations/check-storage.ts";
import { purgeTrash } from "#api/features/recordings/trash.ts";
import { sendInvitation } from "#api/features/settings/invitations.ts";
import { sendProofLater } from "#api/features/shares/prove-email.ts";
import { compareAll } from "#api/features/subscriptions/compare-all.ts";
import { endGifts } from "#api/features/subscriptions/plan-service.ts";
import { workOnEvent } from "#api/features/subscriptions/receive-event.ts";
import { closeStaleUploads, markInterrupted } from "#api/features/uploads/close-stale-uploads.ts";
import { forgetWatched } from "#api/features/viewers/viewers.ts";
import type { Base } from "#api/http/context.ts";
import { publicUrl } from "#api/http/public-url.ts";
import {
  comparison,
  delivery,
  digests,
  driveUpkeep,
  driveWalk,
  folding,
  invitationLetters,
  naming,
  objectRemoval,
  passwordLetters,
  proofLetters,
  safetyLetters,
  storageChecking,
  stripeEvents,
  sweep,
  warnings,
} from "#api/job-kinds.ts";
import type { Db } from "#api/platform/database.ts";
import type { Drive } from "#api/platform/drive/open.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { clearStores } from "#api/platform/objects/loose.ts";
import type { Chat } from "#api/services/chat.ts";
import { letRefused, type SendMail } from "#api/services/mail.ts";
import type { Payments } from "#api/services/stripe.ts";
import { subtitleOffer } from "#api/services/subtitle-offer.ts";
import type { Transcriber } from "#api/services/transcription/transcription.ts";
import { startFileWork, startProcessing } from "./recording-work.ts";
import { startTranscribing, startTranslating } from "./subtitle-work.ts";

/** In seconds. */
const MINUTE = 60;
const DAY = 24 * 3600;

interface Deps extends Base {
  sendMail: SendMail;
  payments: Payments | null;
  drive: Drive | null;
  transcriber: Transcriber | null;
  chat: Chat | null;
  /** Milliseconds to wait before a recording is processed; see `process-recording.ts`. */
  headStart?: number;
}

/** Registers the code for each kind of job; a job calls one verb. */
export async function startWork(jobs: Jobs, deps: Deps): Promise<void> {
  const { env, database, objects, log, payments, drive, chat, transcriber } = deps;
  const service = database.asService("jobs act for nobody in particular", "job");
  const context = {
    service,
    objects,
    log,
    jobs,
    workDirectory: join(env.DATA_DIR, "work"),
    ffmpegPath: env.FFMPEG_PATH,
    headStart: deps.headStart,
  };
  // A server that was killed may have left a copy of what people have removed for good since.
  await rm(context.workDirectory, { recursive: true, force: true });

  startProcessing(jobs, context, drive !== null);
  startFileWork(jobs, context);
  startTranscribing(jobs, { ...context, ...subtitleOffer(env), transcriber });
  jobs.work(objectRemoval, () => clearStores(service, objects));
  const sweeping = eachInTurn([
    () => closeStaleUploads(service, jobs),
    () => endGifts(service),
    () => forgetFormerFiles(service),
    () => forgetWatched(service),
    () => forget(service),
    () => jobs.send(null, objectRemoval, {}),
    () => bringLeftPictures(context),
  ]);
  jobs.work(sweep, sweeping);
  await jobs.repeat(sweep, 10 * MINUTE);
  jobs.look(5, "silent recorders", () => markInterrupted(service));
  jobs.look(30, "the trash", async () => {
    if (await purgeTrash(service)) await jobs.send(null, objectRemoval, {});
  });
  jobs.work(folding, () => foldMeasures(service));
  await jobs.repeat(folding, 10 * MINUTE);
  jobs.work(
    storageChecking,
    ({ check }, { signal }) => checkStorage({ ...context, drive }, check, signal),
    ({ check }) => giveUpCheck(service, check),
  );
  startTranslating(jobs, service, chat);
  if (payments) {
    const billing = { service, payments, log };
    jobs.work(stripeEvents, ({ event_id }) => workOnEvent(billing, event_id));
    jobs.work(comparison, (_, { signal }) => compareAll(billing, signal));
    await jobs.repeat(comparison, DAY);
  }
  if (drive) await startDriveWork(jobs, { ...drive, objects });
  if (env.SMTP_URL) await startPost(jobs, deps, service);
}

/** The jobs for recordings that lie in their owner's drive. */
async function startDriveWork(jobs: Jobs, world: Drive & Pick<Base, "objects">) {
  jobs.work(delivery, ({ recording_id }) => deliverRecording(world, recording_id));
  jobs.work(naming, async ({ recording_id }) => {
    const account = await nameFile(world, recording_id);
    // The next connection of their drive does it at once.
    if (account) await jobs.send(null, naming, { recording_id }, { account, afterSeconds: DAY });
  });
  // Where Google is silent, the rest of a step waits for the next time.
  const upTo = (seconds: number) => ({ ...world, jobs, end: AbortSignal.timeout(seconds * 1000) });
  const upkeep = eachInTurn([
    () => sendDue(world.service, jobs),
    () => throwAway(upTo(2 * MINUTE)),
    () => revokeTokens(upTo(2 * MINUTE)),
    () => moveHomeward(upTo(2 * MINUTE)),
  ]);
  jobs.work(driveUpkeep, upkeep);
  jobs.work(driveWalk, () => walkDrives(upTo(50 * MINUTE)));
  await jobs.repeat(driveUpkeep, 2 * MINUTE);
  // Each drive is walked once a day; this job looks for drives whose day is over.
  await jobs.repeat(driveWalk, 60 * MINUTE);
}

async function startPost(jobs: Jobs, { env, sendMail, keys, log }: Deps, service: Db) {
  const post = { service, sendMail, keys, publicUrl: publicUrl(env), log };
  jobs.work(passwordLetters, ({ email }) => sendResetLetter(post, email).catch(letRefused));
  jobs.work(proofLetters, ({ account }) => sendProofLater(post, account));
  jobs.work(invitationLetters, ({ invitation }) =>
    sendInvitation(post, invitation).catch(letRefused),
  );
  jobs.work(safetyLetters, () => tellOwners(service, jobs));
  jobs.work(warnings, ({ line }) => sendWarning(post, line));
  await jobs.repeat(safetyLetters, MINUTE);
  jobs.work(digests, eachInTurn([() => sendDigests(post), () => sendViewerLetters(post)]));
  await jobs.repeat(digests, 5 * MINUTE);
}

/** A step that fails keeps none of the later ones waiting; the job fails after all of them. */
const eachInTurn = (steps: (() => Promise<unknown>)[]) => async (): Promise<void> => {
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join("; "));
};
