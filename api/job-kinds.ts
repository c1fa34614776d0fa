import { availableParallelism } from "node:os";
import { z } from "zod";
import { LONGEST_WORK_SECONDS } from "#contract/durations.ts";
import type { JobKind } from "./platform/jobs/queue.ts";

/** Every kind of work that runs in the background. The code that does it stands in `jobs/work.ts`. */

type Patience = Omit<JobKind, "name" | "data">;

const kind = <Data extends object>(name: string, data: z.ZodType<Data>, patience: Patience) =>
  ({ name, data, ...patience }) satisfies JobKind<Data>;

const Nothing = z.object({});
const OfOneRecording = z.object({ recording_id: z.uuid() });
const OfOneSubtitle = z.object({ subtitle_id: z.uuid() });
const long: Patience = { longestSeconds: LONGEST_WORK_SECONDS };

/** The work after every upload: the recording is examined and made seekable. */
export const processing = kind("process-recording", OfOneRecording, {
  ...long,
  retries: 3,
  // One core is left to requests.
  atOnce: Math.max(1, availableParallelism() - 1),
});

/** For videos in codecs that no browser knows. A kind of its own: short work shall not wait for it. */
export const conversion = kind("convert-recording", OfOneRecording, { ...long, retries: 3 });

/** Makes the cut of a recording that is wished last. Somebody waits for it: a cut that takes longer goes on as the next kind. */
export const rendering = kind("render-cut", OfOneRecording, { longestSeconds: 600, retries: 0 });

/** For cuts at which the other kind gave up. A kind of its own: short work shall not wait for it. */
export const longRendering = kind("render-long-cut", OfOneRecording, { ...long, retries: 3 });

/** Pictures for the seek bar of a recording that came without. Nobody waits for them: new recordings go first. */
export const sheetDrawing = kind("draw-contact-sheet", OfOneRecording, {
  retries: 2,
  longestSeconds: 3600,
  after: [processing, conversion],
});

/** An original of another length is another film, whose time this is not. */
const PartJob = OfOneRecording.extend({
  of: z.uuid(),
  seconds: z.number(),
  start: z.number(),
  end: z.number(),
});
export type PartJob = z.infer<typeof PartJob>;

/** Makes a part of a recording a recording of its own. */
export const partSaving = kind("save-part", PartJob, { ...long, retries: 3 });

/** How loud a recording is along its time, for the person who edits it. */
export const measuring = kind("measure-loudness", OfOneRecording, {
  ...long,
  retries: 2,
  after: [processing],
});

const MoveJob = z.object({ recording_id: z.uuid(), move: z.uuid() });
export type MoveJob = z.infer<typeof MoveJob>;

/** A recording on its way to another store. Two at once: one slow store shall not keep everybody waiting. */
export const moving = kind("move-recording", MoveJob, { ...long, retries: 4, atOnce: 2 });

/** Removes bytes whose rows are gone. An object that cannot be removed now is tried again, for days if need be. */
export const objectRemoval = kind("remove-objects", Nothing, { retries: 30 });

/** Removes leftovers: uploads that nobody completes, objects that no row refers to. */
export const sweep = kind("sweep", Nothing, { retries: 1 });

/** A copy of a ready recording to its owner's drive. When it fails, the time of the next try is noted in its row. */
export const delivery = kind("deliver-recording", OfOneRecording, {
  ...long,
  retries: 0,
  atOnce: 2,
});

/** Starts due deliveries again and removes files that nobody wants any more; no person waits for it. */
export const driveUpkeep = kind("drive-upkeep", Nothing, { retries: 1 });

/** Checks whether our files are still where we left them, in every drive. */
export const driveWalk = kind("walk-drives", Nothing, { retries: 1, longestSeconds: 3600 });

/** Writes a new title to every place where people see the name of the file. Tried for most of a day. */
export const naming = kind("name-file", OfOneRecording, { retries: 28, isOnce: true });

/** Writes down the speech of a recording. Its parts are kept one by one, so a new try repeats little. */
export const transcription = kind("transcribe-recording", OfOneSubtitle, {
  ...long,
  retries: 3,
  atOnce: 2,
});

/**
 * Transcription while the recording still runs. Such a job mostly waits for the next seconds, so many may run at
 * once; a recording that found no place is transcribed when one is free.
 */
export const liveTranscription = kind("transcribe-while-recording", OfOneSubtitle, {
  retries: 3,
  longestSeconds: 23 * 3600,
  atOnce: 16,
});

/** Translates a subtitle into another language. Its batches are kept one by one. */
export const translation = kind("translate-subtitle", OfOneSubtitle, {
  ...long,
  retries: 5,
  atOnce: 2,
});

/** A letter to a person who has forgotten their password. Tried for half an hour: after that nobody waits for it. */
export const passwordLetters = kind("password-letter", z.object({ email: z.string() }), {
  retries: 11,
});

/** Letters about the safety of an account, whoever made the change and in whatever way. */
export const safetyLetters = kind("safety-letters", Nothing, { retries: 0 });

/** A single one of them, tried for most of a day: a letter that cannot be sent now keeps no other waiting. */
export const warnings = kind("safety-letter", z.object({ line: z.number() }), { retries: 28 });

/** A letter, not sent at the first try, to a person who has to prove their address. Tried for most of a day. */
export const proofLetters = kind("proof-letter", z.object({ account: z.uuid() }), { retries: 28 });

/** A letter to a person who is invited. Tried for most of a day. */
export const invitationLetters = kind("invitation-letter", z.object({ invitation: z.uuid() }), {
  retries: 28,
});

/** Handles an event that Stripe sent. Stripe may be out of reach for hours. */
export const stripeEvents = kind("stripe-event", z.object({ event_id: z.string() }), {
  retries: 30,
});

/** Compares every subscription with what Stripe has. */
export const comparison = kind("compare-subscriptions", Nothing, { ...long, retries: 5 });

/** Letters about comments that were written while somebody was away. */
export const digests = kind("digests", Nothing, { retries: 0 });

/** Adds up what was noted of visits and uploads, so that a year is read as fast as a week. */
export const folding = kind("fold-measures", Nothing, { retries: 0 });

/** Compares the objects in the stores with what rows say. A large store takes hours. */
export const storageChecking = kind("check-storage", z.object({ check: z.uuid() }), {
  ...long,
  retries: 3,
});
