import { z } from "zod";
import { forPublic, forShared, Time } from "./common.ts";
import { StorageType } from "./recordings.ts";

/** The facts that a client must know before it can do anything; none is secret. */
export const Config = z.object({
  realtime_url: z.string().describe("Base address for supabase-js; empty means this origin"),
  realtime_key: z.string(),
  google_client_id: z.string().nullable(),
  payments: z.boolean(),
  drive: z.boolean(),
  transcription: z
    .enum(["service", "local", "off"])
    .describe("Who makes subtitles: an outside service, or this server itself"),
  translation: z.boolean().describe("Whether subtitles can be translated here"),
  mail: z.boolean(),
  cloud_storage: StorageType.describe("Of recordings that lie in this server's own storage"),
  cloud_name: z.string().describe("How this server's own storage is called on screens"),
  exact_cuts: z
    .boolean()
    .describe("Whether a cut is exact; without ffmpeg each part begins at a key frame"),
});
export type Config = z.infer<typeof Config>;

export const RealtimeToken = z.object({ token: z.string(), expires_at: Time });
export type RealtimeToken = z.infer<typeof RealtimeToken>;

export const getConfigCall = forPublic("GET /config", {
  summary: "What this server offers",
  answer: Config,
});

export const createRealtimeTokenCall = forShared("POST /realtime/token", {
  summary: "A one-hour token for the realtime channels of this session or share",
  answer: RealtimeToken,
  refusals: [404],
});
