import { availableParallelism } from "node:os";
import { z } from "zod";
import { LONGEST_WORK_SECONDS } from "#contract/durations.ts";
import type { JobKind } from "./platform/jobs/queue.ts";

/** Every kind of work that happens by itself. Who does it stands in `jobs/work.ts`. */

const OfOneRecording = z.object({ recording_id: z.uuid() });

/** What follows every upload: the recording is looked at and made seekable. */
export const processing: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "process-recording",
  data: OfOneRecording,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
  // One core is left to requests.
  atOnce: Math.max(1, availableParallelism() - 1),
};

/** For videos in codecs that no browser knows. Apart, because it takes long: what takes seconds shall not wait for it. */
export const conversion: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "convert-recording",
  data: OfOneRecording,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
};

/** Pictures for the seek bar of what came without. Nobody waits for them: whatever is to become ready goes first. */
export const sheetDrawing: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "draw-contact-sheet",
  data: OfOneRecording,
  retries: 2,
  longestSeconds: 3600,
  after: [processing, conversion],
};

const MoveJob = z.object({ recording_id: z.uuid(), move: z.uuid() });
export type MoveJob = z.infer<typeof MoveJob>;

/** A recording on its way to another store. Two at once: one slow store shall not keep everybody waiting. */
export const moving: JobKind<MoveJob> = {
  name: "move-recording",
  data: MoveJob,
  retries: 4,
  longestSeconds: LONGEST_WORK_SECONDS,
  atOnce: 2,
};

/** Bytes whose rows are gone. What cannot be removed now is tried again, for days if need be. */
export const objectRemoval: JobKind = { name: "remove-objects", data: z.object({}), retries: 30 };

/** What stayed undone: uploads that nobody ends, objects that nothing names. */
export const sweep: JobKind = { name: "sweep", data: z.object({}), retries: 1 };

/** A recording that is ready here goes on to its owner's drive. When it fails, the next try is noted in its row. */
export const delivery: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "deliver-recording",
  data: OfOneRecording,
  retries: 0,
  longestSeconds: LONGEST_WORK_SECONDS,
  atOnce: 2,
};

/** What is due goes on its way again; what was let go is thrown away; nothing of it waits for anybody. */
export const driveUpkeep: JobKind = { name: "drive-upkeep", data: z.object({}), retries: 1 };

/** Whether our files are still where we left them, in every drive. */
export const driveWalk: JobKind = {
  name: "walk-drives",
  data: z.object({}),
  retries: 1,
  longestSeconds: 3600,
};

/** A new title is told to wherever people see names. */
export const naming: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "name-file",
  data: OfOneRecording,
  retries: 8,
};

const OfOneSubtitle = z.object({ subtitle_id: z.uuid() });

/** What is said in a recording is written down. Its parts are kept one by one, so a try repeats little. */
export const transcription: JobKind<z.infer<typeof OfOneSubtitle>> = {
  name: "transcribe-recording",
  data: OfOneSubtitle,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
  atOnce: 2,
};

/**
 * The same while the recording still runs. Mostly it waits for what comes next, so many may at once; of a recording
 * that found no place, what is said is written down when one is free.
 */
export const liveTranscription: JobKind<z.infer<typeof OfOneSubtitle>> = {
  name: "transcribe-while-recording",
  data: OfOneSubtitle,
  retries: 3,
  longestSeconds: 23 * 3600,
  atOnce: 16,
};

/** A subtitle in another language. Its batches are kept one by one. */
export const translation: JobKind<z.infer<typeof OfOneSubtitle>> = {
  name: "translate-subtitle",
  data: OfOneSubtitle,
  retries: 5,
  longestSeconds: LONGEST_WORK_SECONDS,
  atOnce: 2,
};

const PasswordLetter = z.object({ email: z.string() });

/** Who has forgotten their password is written to. Tried for half an hour: nobody waits for it any longer. */
export const passwordLetters: JobKind<z.infer<typeof PasswordLetter>> = {
  name: "password-letter",
  data: PasswordLetter,
  retries: 11,
};

/** Letters about somebody's safety, whoever did it and however. */
export const safetyLetters: JobKind = { name: "safety-letters", data: z.object({}), retries: 0 };

const ProofLetter = z.object({ account: z.uuid() });

/** A letter that could not be sent to whoever shall prove their address. Tried for most of a day. */
export const proofLetters: JobKind<z.infer<typeof ProofLetter>> = {
  name: "proof-letter",
  data: ProofLetter,
  retries: 28,
};

const InvitationLetter = z.object({ invitation: z.uuid() });

/** Whoever is invited is written to. Tried for most of a day. */
export const invitationLetters: JobKind<z.infer<typeof InvitationLetter>> = {
  name: "invitation-letter",
  data: InvitationLetter,
  retries: 28,
};

const StripeEventOf = z.object({ event_id: z.string() });

/** Stripe said that something has changed. It may be out of reach for hours. */
export const stripeEvents: JobKind<z.infer<typeof StripeEventOf>> = {
  name: "stripe-event",
  data: StripeEventOf,
  retries: 30,
};

/** Everybody's subscription is compared with what Stripe has. */
export const comparison: JobKind = {
  name: "compare-subscriptions",
  data: z.object({}),
  retries: 5,
  longestSeconds: LONGEST_WORK_SECONDS,
};

/** Letters about what was said while somebody was away. */
export const digests: JobKind = { name: "digests", data: z.object({}), retries: 0 };

/** What is measured is folded into longer spans, so that a year is read as fast as a week. */
export const folding: JobKind = { name: "fold-measures", data: z.object({}), retries: 0 };

const StorageCheckJob = z.object({ check: z.uuid() });

/** What the stores really hold is compared with what rows say. A large store takes hours. */
export const storageChecking: JobKind<z.infer<typeof StorageCheckJob>> = {
  name: "check-storage",
  data: StorageCheckJob,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
};
