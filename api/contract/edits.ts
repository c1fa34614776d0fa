import { z } from "zod";
import { forSession, forSharedSession, visibleLine } from "./common.ts";
import { ContactSheet } from "./contact-sheets.ts";
import { EMPTY_TITLE, LONGEST_TITLE, Recording } from "./recordings.ts";

export const MOST_RANGES = 1000;
/** No kept range is shorter, in seconds; a range may reach so far beyond the film. */
export const SHORTEST_RANGE_SECONDS = 0.05;

/** Seconds of the original, with fractions. The rules for a whole list need the film: the server checks them. */
export const EditRange = z.object({ start: z.number(), end: z.number() });
export type EditRange = z.infer<typeof EditRange>;

export const Edit = z.object({
  version: z.number().describe("Goes up with each edit, restoration and removal"),
  kept: z.array(EditRange).describe("In the original's time; unedited, one range of it all"),
  status: z.enum(["none", "rendering", "ready", "failed"]),
  progress: z.number().nullable().describe("Percent, while the cut is made"),
  error: z.string().nullable(),
  hides: z.boolean().describe("Whether viewers see nothing of it until the cut is ready"),
  original_duration: z.number().nullable(),
  duration: z.number().nullable().describe("Of the film that people see now"),
  original_available: z.boolean(),
  contact_sheet: ContactSheet.nullable().describe("Of the original"),
  waits_for_owner: z.boolean().describe("The cut goes on when the owner opens the editor"),
});
export type Edit = z.infer<typeof Edit>;

export const SaveEdit = z.object({
  version: z.int32(),
  kept: z.array(EditRange),
  hide_until_ready: z.boolean().optional(),
  render: z
    .literal("browser")
    .optional()
    .describe("The owner's browser encodes what the cut needs where the server cannot"),
});
export type SaveEdit = z.infer<typeof SaveEdit>;

/** The most bytes of pictures that a browser encodes for one cut. */
export const LARGEST_PASSAGES = 256 * 1024 * 1024;

export const WantedPassages = z.object({
  version: z.number(),
  passages: z
    .array(z.array(z.number()))
    .describe("The times of the original's pictures; each passage begins with a key frame"),
});
export type WantedPassages = z.infer<typeof WantedPassages>;

export const Silences = z.object({ silences: z.array(EditRange) });
export type Silences = z.infer<typeof Silences>;

/** The loudness of the sound along the original, for drawing it. */
export const Waveform = z.object({
  seconds_each: z.number(),
  levels: z.array(z.number()).describe("0 to 100, one for each stretch"),
});
export type Waveform = z.infer<typeof Waveform>;

export const SavePart = z.object({
  start: z.number(),
  end: z.number(),
  title: visibleLine(EMPTY_TITLE, LONGEST_TITLE, "The title is too long").optional(),
});
export type SavePart = z.infer<typeof SavePart>;

export const getEditCall = forSharedSession("GET /recordings/{id}/edit", {
  summary: "What is kept of a recording: for its owner, and people who have a link to edit",
  answer: Edit,
});

export const saveEditCall = forSharedSession("PUT /recordings/{id}/edit", {
  summary: "Keep these ranges; a cut is made of them",
  description:
    "Any version but the current one is 409 `edit_changed`. The original is never touched. Viewers see what they saw until the cut is ready.",
  body: SaveEdit,
  answer: Edit,
  status: 202,
  refusals: [402, 409],
});

export const getPassagesCall = forSession("GET /recordings/{id}/edit/passages", {
  summary: "The pictures that the owner's browser is to encode for the cut; none where none are",
  answer: WantedPassages,
});

export const sendPassagesCall = forSession("PUT /recordings/{id}/edit/passages", {
  summary: "These pictures, encoded",
  description:
    "Matroska or WebM with one track in the original's codec and size: all passages behind each other, a packet for each picture. The cut goes on with them. Any version but the one that waits is 409 `edit_changed`.",
  query: z.object({ version: z.coerce.number().pipe(z.int32()).describe("Of the edit") }),
  body: "bytes",
  answer: Edit,
  status: 202,
  refusals: [409, 413, 507],
});

export const restoreOriginalCall = forSharedSession("DELETE /recordings/{id}/edit", {
  summary: "Show the original again; 409 `original_gone` where it was removed",
  answer: Edit,
  refusals: [409],
});

export const removeOriginalCall = forSession("DELETE /recordings/{id}/original", {
  summary: "Remove the original for good: the cut is the recording from then on",
  answer: Edit,
  refusals: [409],
});

export const listSilencesCall = forSharedSession("GET /recordings/{id}/silences", {
  summary: "Where the original is silent (quieter than −50 dBFS), for people who may edit",
  query: z.object({
    longer_than: z.coerce.number().min(0.1).max(3600).default(1).describe("Seconds"),
  }),
  answer: Silences,
  refusals: [409],
});

export const getWaveformCall = forSharedSession("GET /recordings/{id}/waveform", {
  summary: "How loud the original is, for people who may edit",
  answer: Waveform,
  refusals: [409],
});

export const savePartCall = forSession("POST /recordings/{id}/parts", {
  summary: "Save a part as a recording of its own",
  body: SavePart,
  answer: Recording,
  status: 202,
  refusals: [402, 409],
});
