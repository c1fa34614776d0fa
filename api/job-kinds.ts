import { availableParallelism } from "node:os";
import { z } from "zod";
import { LONGEST_WORK_SECONDS } from "#contract/durations.ts";
import type { JobKind } from "./platform/jobs/queue.ts";

/** Every kind of work that runs in the background. The code that does it stands in `jobs/work.ts`. */

const OfOneRecording = z.object({ recording_id: z.uuid() });

/** The work after every upload: the recording is examined and made seekable. */
export const processing: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "process-recording",
  data: OfOneRecording,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
  // One core is left to requests.
  atOnce: Math.max(1, availableParallelism() - 1),
};

/** For videos in codecs that no browser knows. A kind of its own: short work shall not wait for it. */
export const conversion: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "convert-recording",
  data: OfOneRecording,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
};

/** Makes the cut of a recording that is wished last. Somebody waits for it. */
export const rendering: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "render-cut",
  data: OfOneRecording,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
};

/** Pictures for the seek bar of a recording that came without. Nobody waits for them: new recordings go first. */
export const sheetDrawing: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "draw-contact-sheet",
  data: OfOneRecording,
  retries: 2,
  longestSeconds: 3600,
  after: [processing, conversion],
};

/** An original of another length is another film, whose time this is not. */
const PartJob = OfOneRecording.extend({
  of: z.uuid(),
  seconds: z.number(),
  start: z.number(),
  end: z.number(),
});
export type PartJob = z.infer<typeof PartJob>;

/** Makes a part of a recording a recording of its own. */
export const partSaving: JobKind<PartJob> = {
  name: "save-part",
  data: PartJob,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
};

/** How loud a recording is along its time, for the person who edits it. */
export const measuring: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "measure-loudness",
  data: OfOneRecording,
  retries: 2,
  longestSeconds: LONGEST_WORK_SECONDS,
  after: [processing],
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

/** Removes bytes whose rows are gone. An object that cannot be removed now is tried again, for days if need be. */
export const objectRemoval: JobKind = { name: "remove-objects", data: z.object({}), retries: 30 };

/** Removes leftovers: uploads that nobody completes, objects that no row refers to. */
export const sweep: JobKind = { name: "sweep", data: z.object({}), retries: 1 };

/** A copy of a ready recording to its owner's drive. When it fails, the time of the next try is noted in its row. */
export const delivery: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "deliver-recording",
  data: OfOneRecording,
  retries: 0,
  longestSeconds: LONGEST_WORK_SECONDS,
  atOnce: 2,
};

/** Starts due deliveries again and removes files that nobody wants any more; no person waits for it. */
export const driveUpkeep: JobKind = { name: "drive-upkeep", data: z.object({}), retries: 1 };

/** Checks whether our files are still where we left them, in every drive. */
export const driveWalk: JobKind = {
  name: "walk-drives",
  data: z.object({}),
  retries: 1,
  longestSeconds: 3600,
};

/** Writes a new title to every place where people see the name of the file. */
export const naming: JobKind<z.infer<typeof OfOneRecording>> = {
  name: "name-file",
  data: OfOneRecording,
  retries: 8,
};

const OfOneSubtitle = z.object({ subtitle_id: z.uuid() });

/** Writes down the speech of a recording. Its parts are kept one by one, so a new try repeats little. */
export const transcription: JobKind<z.infer<typeof OfOneSubtitle>> = {
  name: "transcribe-recording",
  data: OfOneSubtitle,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
  atOnce: 2,
};

/**
 * Transcription while the recording still runs. Such a job mostly waits for the next seconds, so many may run at
 * once; a recording that found no place is transcribed when one is free.
 */
export const liveTranscription: JobKind<z.infer<typeof OfOneSubtitle>> = {
  name: "transcribe-while-recording",
  data: OfOneSubtitle,
  retries: 3,
  longestSeconds: 23 * 3600,
  atOnce: 16,
};

/** Translates a subtitle into another language. Its batches are kept one by one. */
export const translation: JobKind<z.infer<typeof OfOneSubtitle>> = {
  name: "translate-subtitle",
  data: OfOneSubtitle,
  retries: 5,
  longestSeconds: LONGEST_WORK_SECONDS,
  atOnce: 2,
};

const PasswordLetter = z.object({ email: z.string() });

/** A letter to a person who has forgotten their password. Tried for half an hour: after that nobody waits for it. */
export const passwordLetters: JobKind<z.infer<typeof PasswordLetter>> = {
  name: "password-letter",
  data: PasswordLetter,
  retries: 11,
};

/** Letters about the safety of an account, whoever made the change and in whatever way. */
export const safetyLetters: JobKind = { name: "safety-letters", data: z.object({}), retries: 0 };

const ProofLetter = z.object({ account: z.uuid() });

/** A letter, not sent at the first try, to a person who has to prove their address. Tried for most of a day. */
export const proofLetters: JobKind<z.infer<typeof ProofLetter>> = {
  name: "proof-letter",
  data: ProofLetter,
  retries: 28,
};

const InvitationLetter = z.object({ invitation: z.uuid() });

/** A letter to a person who is invited. Tried for most of a day. */
export const invitationLetters: JobKind<z.infer<typeof InvitationLetter>> = {
  name: "invitation-letter",
  data: InvitationLetter,
  retries: 28,
};

const StripeEventOf = z.object({ event_id: z.string() });

/** Handles an event that Stripe sent. Stripe may be out of reach for hours. */
export const stripeEvents: JobKind<z.infer<typeof StripeEventOf>> = {
  name: "stripe-event",
  data: StripeEventOf,
  retries: 30,
};

/** Compares every subscription with what Stripe has. */
export const comparison: JobKind = {
  name: "compare-subscriptions",
  data: z.object({}),
  retries: 5,
  longestSeconds: LONGEST_WORK_SECONDS,
};

/** Letters about comments that were written while somebody was away. */
export const digests: JobKind = { name: "digests", data: z.object({}), retries: 0 };

/** Adds up what was noted of visits and uploads, so that a year is read as fast as a week. */
export const folding: JobKind = { name: "fold-measures", data: z.object({}), retries: 0 };

const StorageCheckJob = z.object({ check: z.uuid() });

/** Compares the objects in the stores with what rows say. A large store takes hours. */
export const storageChecking: JobKind<z.infer<typeof StorageCheckJob>> = {
  name: "check-storage",
  data: StorageCheckJob,
  retries: 3,
  longestSeconds: LONGEST_WORK_SECONDS,
};
