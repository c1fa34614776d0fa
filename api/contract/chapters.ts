import { z } from "zod";
import { forShared, forSharedSession, Id, OfOriginal, Removed, visibleLine } from "./common.ts";
import { LONGEST_TITLE } from "./recordings.ts";

export const MOST_CHAPTERS = 100;

export const Chapter = z.object({
  at_seconds: z.number().min(0).max(1_000_000),
  title: visibleLine("A chapter needs a title", 100, "The title of a chapter is too long"),
  removed: Removed,
});
export type Chapter = z.infer<typeof Chapter>;

/** In the order of the video; each lasts until the next one. */
export const ChapterList = z.object({ chapters: z.array(Chapter) });

/** Those in removed parts stay, sent along or not. */
export const SetChapters = z.object({
  chapters: z
    .array(Chapter)
    .overwrite((chapters) => chapters.filter(({ removed }) => !removed))
    .max(MOST_CHAPTERS, "There are too many chapters")
    .refine(
      (chapters) => new Set(chapters.map(({ at_seconds }) => at_seconds)).size === chapters.length,
      "Two chapters begin at the same moment",
    ),
});

/** Offered, and applied by nobody but the person who accepts them. */
export const Suggestions = z.object({
  subtitle_id: Id.describe("What was read for them"),
  title: z.string().max(LONGEST_TITLE),
  chapters: z.array(Chapter),
});
export type Suggestions = z.infer<typeof Suggestions>;

export const listChaptersCall = forShared("GET /recordings/{id}/chapters", {
  summary: "Chapters of a recording",
  query: OfOriginal,
  answer: ChapterList,
});

export const setChaptersCall = forSharedSession("PUT /recordings/{id}/chapters", {
  summary: "Divide a recording into chapters: the owner, and people who have a link to edit",
  body: SetChapters,
  answer: ChapterList,
});

export const suggestCall = forSharedSession("POST /recordings/{id}/suggestions", {
  summary: "A title and chapters, read from the transcript",
  description: "Nothing changes: what is accepted is saved by the calls for it.",
  answer: Suggestions,
  refusals: [409],
});
