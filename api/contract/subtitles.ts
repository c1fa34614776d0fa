import { z } from "zod";
import {
  Done,
  forMedia,
  forShared,
  forSharedSession,
  Id,
  OfOriginal,
  Removed,
  Time,
} from "./common.ts";
import { DEFAULT_LANGUAGE, LanguageCode } from "./languages.ts";

/** The limit of a subtitle file, and of JSON that carries cues: many hours of speech, with the time of each word. */
export const SUBTITLE_LIMIT_BYTES = 5 * 2 ** 20;
/** A file as JSON, in which each of its line breaks has two letters. */
export const FILE_IN_JSON_BYTES = 11 * 2 ** 20;
/** Ten times as many cues as many hours of speech have. */
export const MOST_CUES = 20_000;

export const SubtitleFormat = z.enum(["srt", "vtt", "txt"]);
export type SubtitleFormat = z.infer<typeof SubtitleFormat>;

/** queued: waits for its turn. running: `progress` moves. ready: to be read. failed: `error` says why. */
export const SubtitleStatus = z.enum(["queued", "running", "ready", "failed"]);

const Seconds = z.number().min(0).max(1_000_000);

export const CueWord = z.object({
  start: Seconds,
  end: Seconds,
  text: z.string().max(200),
});
export type CueWord = z.infer<typeof CueWord>;

/** A text that is shown from one second to another. */
export const Cue = z.object({
  start: Seconds,
  end: Seconds,
  text: z.string().max(2000).describe("Plain text; a line break parts its lines"),
  words: z.array(CueWord).max(1000).optional(),
  removed: Removed,
});
export type Cue = z.infer<typeof Cue>;

/** A stretch that could not be transcribed; a retry repeats this stretch alone. */
export const SubtitleGap = z.object({ start: Seconds, end: Seconds, error: z.string() });
export type SubtitleGap = z.infer<typeof SubtitleGap>;

export const Subtitle = z.object({
  id: Id,
  recording_id: Id,
  language: z.string(),
  format: SubtitleFormat,
  content: z.string().describe("In `format`; what there is so far while it is made"),
  status: SubtitleStatus,
  progress: z.number().describe("0 to 1"),
  error: z.string().nullable(),
  gaps: z.array(SubtitleGap),
  is_auto_generated: z.boolean(),
  is_edited: z.boolean(),
  translated_from: Id.nullable().describe("The subtitle it was translated from"),
  version: z.number().describe("Goes up with every change of its cues"),
  created_at: Time,
  updated_at: Time,
});
export type Subtitle = z.infer<typeof Subtitle>;

export const SubtitleWithCues = Subtitle.extend({ cues: z.array(Cue) });
export type SubtitleWithCues = z.infer<typeof SubtitleWithCues>;

export const SubtitleList = z.object({ subtitles: z.array(Subtitle) });

export const GenerateSubtitle = z.object({
  language: LanguageCode.default(DEFAULT_LANGUAGE),
  format: SubtitleFormat.default("srt"),
});
export type GenerateSubtitle = z.infer<typeof GenerateSubtitle>;

const Content = z.string().max(SUBTITLE_LIMIT_BYTES, "The text is too long");

export const EditSubtitle = z
  .object({
    content: Content.optional().describe("In the subtitle's format; of a txt, a line for each cue"),
    cues: z.array(Cue).max(MOST_CUES, "There are too many cues").optional(),
    version: z
      .int32()
      .optional()
      .describe("The one that was edited; 409 where there is a newer one"),
  })
  .refine(({ content, cues }) => (content === undefined) !== (cues === undefined), {
    error: "Send either content or cues",
    path: ["content"],
  });

export const UploadSubtitle = z.object({
  language: LanguageCode.default(DEFAULT_LANGUAGE),
  content: Content,
});
export type UploadSubtitle = z.infer<typeof UploadSubtitle>;

export const TranslateSubtitle = z.object({ language: LanguageCode });
export type TranslateSubtitle = z.infer<typeof TranslateSubtitle>;

export const DownloadQuery = OfOriginal.extend({
  format: SubtitleFormat.optional().describe("Without it, the subtitle's own"),
});

export const TranscriptQuery = OfOriginal.extend({
  language: LanguageCode.optional().describe("Without it, what was made or edited last"),
});

/** The text of the speech, to read along: of several subtitles in a language, the one that somebody edited. */
export const Transcript = z.object({
  subtitle_id: Id,
  language: z.string(),
  is_auto_generated: z.boolean(),
  is_edited: z.boolean(),
  translated_from: Id.nullable(),
  cues: z.array(Cue),
});

export const listSubtitlesCall = forShared("GET /recordings/{id}/subtitles", {
  summary: "Subtitles of a recording",
  description: "People who came through a link see those that are ready.",
  query: OfOriginal,
  answer: SubtitleList,
});

export const generateSubtitleCall = forSharedSession("POST /recordings/{id}/subtitles", {
  summary: "Transcribe a recording",
  description:
    "Needs the subtitle add-on and minutes that are left. Asked for again while it is under way, it is the same subtitle; what was edited by hand is never overwritten. A recording that still runs is transcribed while it arrives.",
  body: GenerateSubtitle,
  answer: Subtitle,
  status: 202,
  refusals: [402, 403, 409],
});

export const getSubtitleCall = forShared("GET /recordings/{id}/subtitles/{subtitleId}", {
  summary: "One subtitle with its cues",
  query: OfOriginal,
  answer: SubtitleWithCues,
});

export const editSubtitleCall = forSharedSession("PUT /recordings/{id}/subtitles/{subtitleId}", {
  summary: "Edit a subtitle: the owner, and people who have a link to edit",
  description: "Of a text that cannot be read, `fields` names each line that is wrong.",
  body: EditSubtitle,
  largestBody: SUBTITLE_LIMIT_BYTES,
  answer: SubtitleWithCues,
  refusals: [402, 409, 507],
});

export const deleteSubtitleCall = forSharedSession(
  "DELETE /recordings/{id}/subtitles/{subtitleId}",
  {
    summary: "Delete a subtitle; one that is being made is given up",
    answer: Done,
  },
);

export const downloadSubtitleCall = forMedia(
  "GET /recordings/{id}/subtitles/{subtitleId}/download",
  {
    summary: "A subtitle as a file",
    query: DownloadQuery,
    answer: "caption-file",
  },
);

export const getCaptionTrackCall = forMedia("GET /recordings/{id}/subtitles/{subtitleId}/track", {
  summary: "A subtitle as a player loads it: WebVTT",
  query: OfOriginal,
  answer: "captions",
});

export const uploadSubtitleCall = forSharedSession("POST /recordings/{id}/subtitles/upload", {
  summary: "Add subtitles that were made elsewhere (SRT or WebVTT)",
  description:
    "As JSON, or as multipart/form-data with the fields `language` and `file`. Of a file that cannot be read, `fields` names each line that is wrong.",
  body: UploadSubtitle,
  form: "caption-form",
  largestBody: FILE_IN_JSON_BYTES,
  answer: Subtitle,
  status: 201,
  refusals: [402, 507],
});

export const retrySubtitleCall = forSharedSession(
  "POST /recordings/{id}/subtitles/{subtitleId}/retry",
  {
    summary: "Transcribe what failed, and only that",
    description: "In the place of a translation that failed, another one is begun.",
    answer: Subtitle,
    status: 202,
    refusals: [402, 409],
  },
);

export const translateSubtitleCall = forSharedSession(
  "POST /recordings/{id}/subtitles/{subtitleId}/translate",
  {
    summary: "Translate a subtitle that is ready",
    description:
      "Kept as a subtitle of its own, at the same times. Asked for again while it is under way, it is the same one.",
    body: TranslateSubtitle,
    answer: Subtitle,
    status: 202,
    refusals: [402, 409],
  },
);

export const getTranscriptCall = forShared("GET /recordings/{id}/transcript", {
  summary: "What is said, with its seconds",
  query: TranscriptQuery,
  answer: Transcript,
});
