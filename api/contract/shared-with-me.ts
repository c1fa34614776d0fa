import { z } from "zod";
import { Done, forSession, Page, Time } from "./common.ts";
import { listOf, SharedRecording } from "./recordings.ts";

export const SharedWithMe = z.object({
  recording: SharedRecording,
  share_token: z.string().describe("Of a link that opens it for the caller now"),
  owner: z.object({ username: z.string() }),
  first_seen_at: Time.nullable().describe("Null: it was shared to the caller's address, and waits"),
  watched_seconds: z.number().describe("Of the film, each second once"),
  new: z.boolean().describe("Not opened yet"),
});
export type SharedWithMe = z.infer<typeof SharedWithMe>;

export const SharedWithMeList = listOf(SharedWithMe);

export const listSharedWithMeCall = forSession("GET /shared-with-me", {
  summary: "Recordings of others: shared to the caller's address, or opened by a link signed in",
  description: "Each goes with its link, which alone has `live` of one that runs.",
  query: Page,
  answer: SharedWithMeList,
});

export const hideSharedWithMeCall = forSession("DELETE /shared-with-me/{recording_id}", {
  summary: "Hide one of them; a link that is made later shows it again",
  answer: Done,
});
