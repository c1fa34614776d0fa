import { z } from "zod";
import { forMedia, forSession, Id, Time } from "./common.ts";

/** The most film that one call may bring; a player that could not send for long brings it in parts. */
export const MOST_SECONDS = 60;
export const MOST_RANGES = 200;

const Second = z.number().describe("Of the film");

/** The host of a page, also where its whole address is given. */
const Site = z
  .string()
  .max(2048)
  .transform((text) =>
    /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).host : text,
  )
  .pipe(
    z
      .string()
      .toLowerCase()
      .max(253)
      .regex(/^[\w.-]+(:\d+)?$/, "This is no site"),
  );

export const Watched = z.object({
  view_id: Id.describe(
    "One opening of the page, which is one play. It belongs to its first sender",
  ),
  n: z
    .number()
    .int()
    .min(1)
    .max(2_147_483_647)
    .describe("1, 2, … in it; one that is not higher counts nothing"),
  ranges: z
    .array(z.tuple([Second, Second]))
    .max(MOST_RANGES)
    .describe("Played since the last call"),
  viewer: Id.optional().describe("The key of a guest, which lives in their browser for this film"),
  site: Site.optional().describe("The site of the page around an embedded player"),
});
export type Watched = z.infer<typeof Watched>;

const ViewersQuery = z.object({ share_id: Id.optional().describe("Only through this link") });

export const PersonWatching = z.object({
  name: z.string(),
  fraction: z.number().describe("Of the film, seen at least once"),
  last_at: Time,
});

export const Viewers = z.object({
  plays: z.number(),
  unique_viewers: z.number().describe("People and guests"),
  seconds_watched: z.number().describe("Of film; again is counted again"),
  average_fraction: z.number().describe("Over all viewers"),
  curve: z
    .array(z.number())
    .describe("Seconds played in each hundredth of the film by its length: 1 is once"),
  by_day: z.array(z.object({ date: z.string(), plays: z.number(), seconds: z.number() })),
  by_link: z.array(
    z.object({
      share_id: Id.nullable().describe("Null: links that are gone"),
      label: z.string(),
      plays: z.number(),
      unique_viewers: z.number(),
      seconds: z.number(),
    }),
  ),
  by_site: z.array(z.object({ site: z.string(), plays: z.number() })),
  people: z.array(PersonWatching),
  guests: z.number().describe("Viewers without a name"),
});
export type Viewers = z.infer<typeof Viewers>;

export const countWatchedCall = forMedia("POST /recordings/{id}/watched", {
  summary: "Say which parts of the film were truly played, as JSON or as `text/plain`",
  description:
    "Ranges outside the film or backwards, over 60 seconds of film in one call, and over 60 seconds and twice the time since its first in one view are not believed, as a whole; the answer is the same.",
  body: Watched,
  malformed: 400,
  status: 204,
});

export const listViewersCall = forSession("GET /recordings/{id}/viewers", {
  summary: "Who watched it through its links, and how far; for its owner alone",
  query: ViewersQuery,
  answer: Viewers,
});

export const exportViewersCall = forSession("GET /recordings/{id}/viewers.csv", {
  summary: "The people among them, as a CSV file",
  answer: "csv",
});
