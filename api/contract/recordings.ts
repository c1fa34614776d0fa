import { z } from "zod";
import {
  Done,
  forSession,
  forShared,
  forSharedSession,
  Id,
  Page,
  Time,
  visibleLine,
} from "./common.ts";
import { ContactSheet } from "./contact-sheets.ts";
import { IntoFolder } from "./folders.ts";
import { Live } from "./live.ts";

export const IMPORT_LIMIT_BYTES = 524_288_000;
export const IMPORT_TOO_LARGE = "File too large. Maximum size: 500MB";
export const IMPORT_WRONG_TYPE = "Invalid file type. Supported: MP4, WebM, MOV, AVI, MKV";
export const LONGEST_TITLE = 255;
export const EMPTY_TITLE = "Title cannot be empty";

/**
 * recording: bytes still arrive from a running recorder. uploading: bytes arrive from a file. processing: all bytes
 * are here and the video plays; it is being made seekable. ready: done. failed: the bytes are kept but nothing can
 * play them; `failure` says why.
 */
export const RecordingStatus = z.enum(["recording", "uploading", "processing", "ready", "failed"]);

/** The places of bytes as people are told them. Every other such list in the contract is made from this one. */
export const StorageType = z.enum(["s3", "google_drive", "local"]);
export type StorageType = z.infer<typeof StorageType>;

/** The places that a person may choose for bytes: `s3` is the provider's cloud, whichever store that is. */
export const StorageChoice = StorageType.exclude(["local"]);
export type StorageChoice = z.infer<typeof StorageChoice>;

/** A recording on its way to another place; until it has arrived it plays from where it is. */
export const Moving = z.object({
  to: StorageChoice,
  percent: z.number(),
  failed: z.string().nullable().describe("Why it stayed where it is; null while it moves"),
});
/** The reason why a recording's bytes cannot be had now. Only the owner of the drive can change that. */
export const Missing = z
  .enum(["disconnected", "trashed", "gone"])
  .describe(
    "Its bytes cannot be had: the drive they lie in is not connected, or they were thrown away there, or deleted",
  );
export type Missing = z.infer<typeof Missing>;

export const Recording = z.object({
  id: Id,
  filename: z.string().describe("The title people see and change"),
  original_filename: z.string(),
  size: z.number().describe("Bytes; what has arrived so far while it is recorded"),
  duration: z.number().nullable().describe("Seconds; null while unknown"),
  width: z.number().nullable(),
  height: z.number().nullable(),
  mime_type: z.string(),
  video_codec: z.string().nullable(),
  audio_codec: z.string().nullable(),
  status: RecordingStatus,
  failure: z.string().nullable(),
  interrupted: z
    .boolean()
    .describe(
      "While it is recorded: its recorder has been silent for a minute. Later: it never came back",
    ),
  live: Live.nullable().describe("While it is recorded, for people who may watch it then"),
  playable: z.boolean().nullable().describe("Whether browsers can play it; null while unknown"),
  progress: z.number().nullable().describe("Percent of the processing, while there is any"),
  storage_type: StorageType,
  moving: Moving.nullable(),
  missing: Missing.nullable(),
  folder_id: Id.nullable().describe(
    "Its place in the library; null on top, and for all but its owner",
  ),
  thumbnail_path: z.string().nullable(),
  contact_sheet: ContactSheet.nullable().describe("Pictures of its moments; null without"),
  edited: z.boolean().describe("Whether the film is a cut, and its original is kept"),
  comment_count: z.number(),
  view_count: z.number().describe("Through all of its links, also those that are gone"),
  created_at: Time,
  updated_at: Time,
});
export type Recording = z.infer<typeof Recording>;

/** The part of a recording that a link shows, and no more; `original_filename` is the title, too. */
export const SharedRecording = Recording.pick({
  ...({ id: true, filename: true, original_filename: true, size: true, duration: true } as const),
  ...({ created_at: true, storage_type: true, thumbnail_path: true, mime_type: true } as const),
  ...({ status: true, interrupted: true, playable: true, progress: true } as const),
  contact_sheet: true,
  live: true,
});
export type SharedRecording = z.infer<typeof SharedRecording>;

/** The whole recording for its owner and for admins; the shared part for others. */
export const SeenRecording = z.union([Recording, SharedRecording]);

export const RecordingSort = z.enum([
  ...(["date", "title", "length", "size", "views"] as const),
  ...(["newest", "oldest", "longest", "largest"] as const),
]);

export const RecordingQuery = Page.extend({
  search: z
    .string()
    .trim()
    .normalize()
    .max(200)
    .default("")
    .describe("Words of a title, or words that were said"),
  sort: RecordingSort.default("newest"),
  order: z
    .enum(["asc", "desc"])
    .optional()
    .describe("Without it titles go up, and all else begins with the newest or the most"),
  folder_id: z
    .union([Id, z.literal("none")])
    .optional()
    .describe("Directly in this folder; `none`: on top"),
  captions: z.enum(["true", "false"]).optional().describe("Whether it has subtitles"),
  shared: z.enum(["true", "false"]).optional().describe("Whether a link to it is not over"),
  storage: StorageType.optional(),
});
export type RecordingQuery = z.infer<typeof RecordingQuery>;

/** A moment at which the words that were searched for are spoken. */
export const SaidMatch = z.object({
  at_seconds: z.number(),
  text: z.string().describe("The cue that says it"),
});
export type SaidMatch = z.infer<typeof SaidMatch>;

export const FoundRecording = Recording.extend({
  matches: z
    .array(SaidMatch)
    .describe("Of a search: where it is said, as far as subtitles tell; at most three moments"),
  play_count: z
    .number()
    .optional()
    .describe("Through all of its links: how often it was opened and something of it played"),
});
export type FoundRecording = z.infer<typeof FoundRecording>;

/** A list of which some are asked for at a time. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ recordings: z.array(item), total: z.number(), has_more: z.boolean() });

export const RecordingList = listOf(FoundRecording);
export type RecordingList = z.infer<typeof RecordingList>;

export const RenameRecording = z.object({
  filename: visibleLine(EMPTY_TITLE, LONGEST_TITLE, "The title is too long"),
});

export const MediaToken = z.object({ token: z.string(), expires_at: Time });
export type MediaToken = z.infer<typeof MediaToken>;

/** The server's account of a recording's bytes, for the recorder to compare with its own copy. */
export const Receipt = z.object({
  recording_id: Id,
  status: RecordingStatus,
  received_bytes: z.number().describe("Bytes the recorder sent"),
  received_sha256: z.string().nullable().describe("Checksum of exactly those bytes, in order"),
  duration: z.number().nullable(),
  seekable: z.boolean().nullable().describe("Key frames were found at the start, middle and end"),
  audio: z.object({ present: z.boolean(), level_db: z.number().nullable() }).nullable(),
});
export type Receipt = z.infer<typeof Receipt>;

const inOneRequest = { query: IntoFolder, body: "form", answer: Recording, status: 201 } as const;

export const saveRecordingCall = forSession("POST /recordings", {
  summary: "Save a recording (multipart, field `video`)",
  ...inOneRequest,
});

export const importVideoCall = forSession("POST /recordings/import", {
  summary: "Import a video file (multipart, field `video`, at most 500 MB)",
  ...inOneRequest,
});

export const listRecordingsCall = forSession("GET /recordings", {
  summary: "The library, a page at a time",
  query: RecordingQuery,
  answer: RecordingList,
});

export const getRecordingCall = forShared("GET /recordings/{id}", {
  summary: "One recording",
  answer: SeenRecording,
});

export const getRecordingMetadataCall = forShared("GET /recordings/{id}/metadata", {
  summary: "One recording, as the thumbnail loader reads it",
  answer: SeenRecording,
});

export const ThumbnailQuery = z.object({
  at: z.coerce
    .number()
    .min(0)
    .optional()
    .describe("Without a body: the picture of this moment, in seconds of the film that people see"),
  own: z
    .enum(["true", "false"])
    .optional()
    .transform((value) => value === "true")
    .describe("A picture of one's own, which stays when the film is edited"),
  film_size: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      "The `size` of the film that a body was drawn of; once it was edited, 409 of any other",
    ),
});

export const createMediaTokenCall = forShared("POST /recordings/{id}/media-token", {
  summary: "A six-hour token for this recording's media alone",
  answer: MediaToken,
});

export const getReceiptCall = forSharedSession("GET /recordings/{id}/receipt", {
  summary: "What the server holds, to compare with the recorder's own copy",
  answer: Receipt,
});

export const renameRecordingCall = forSharedSession("PUT /recordings/{id}", {
  summary: "Rename",
  body: RenameRecording,
  answer: SeenRecording,
});

export const deleteRecordingCall = forSharedSession("DELETE /recordings/{id}", {
  summary: "Move the recording to the trash; one that runs lies there for ten minutes",
  description: "An import that has not arrived whole is deleted for good.",
  answer: Done,
});
