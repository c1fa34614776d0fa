import { z } from "zod";
import { forSharedSession, Id } from "./common.ts";

/** As many as are asked about at once: more than anybody reads names of. */
export const MOST_WATCHERS = 100;

export const WatcherKey = z.object({
  key: Id.describe("To be shown in the presence of the recording's channel, as `{ key }`"),
});

export const WatcherQuery = z.object({
  keys: z
    .string()
    .default("")
    .transform((keys) => keys.split(",").filter((key) => key !== ""))
    .pipe(z.array(Id).max(MOST_WATCHERS))
    .describe("Keys that are seen in the presence of the channel, with commas between them"),
});

export const Watcher = z.object({ key: Id, user_id: Id, username: z.string() });
export type Watcher = z.infer<typeof Watcher>;

export const WatcherList = z.object({
  watchers: z.array(Watcher),
  count: z
    .int()
    .nullable()
    .describe("How many are present on the channel, named or not; null where Supabase serves it"),
});

/** The number of people who watch, which the server's own Realtime says as `watching` whenever it changed: presence shows fifty of them at most. */
export const Watching = z.object({ count: z.int().nonnegative() });

export const listWatchersCall = forSharedSession("GET /recordings/{id}/watchers", {
  summary: "Who watches a recording now, for its owner alone",
  description: "Whose is none of the keys in the answer, watches without an account.",
  query: WatcherQuery,
  answer: WatcherList,
});

export const watchCall = forSharedSession("POST /recordings/{id}/watchers", {
  summary: "A key by which the owner sees who watches",
  description: "Nobody else learns whose it is. It is good for a day.",
  answer: WatcherKey,
  status: 201,
});
