import type { Serve } from "#api/access/serve.ts";
import type { Base } from "#api/http/context.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import { type Config, createRealtimeTokenCall, getConfigCall } from "#contract/config.ts";
import { IMPORT_LIMIT_BYTES } from "#contract/recordings.ts";
import { realtimeToken } from "./realtime-token.ts";

interface Deps extends Base {
  serve: Serve;
  realtime: { key: string; url: string };
  subtitles: SubtitleOffer;
}

export function serveConfig(deps: Deps): void {
  const config = publicConfig(deps);
  deps.serve(getConfigCall, async () => ({
    ...config,
    exact_cuts: (await findFfmpeg(deps.env.FFMPEG_PATH)) !== null,
  }));
  deps.serve(createRealtimeTokenCall, ({ db, caller }) => realtimeToken(deps.keys, db, caller));
}

const publicConfig = ({ env, objects, realtime, subtitles }: Deps): Omit<Config, "exact_cuts"> => ({
  realtime_url: realtime.url,
  realtime_key: realtime.key,
  google_client_id: env.GOOGLE_CLIENT_ID ?? null,
  payments: env.STRIPE_SECRET_KEY !== undefined,
  drive: env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined,
  transcription: subtitles.transcription,
  translation: subtitles.translation,
  mail: env.SMTP_URL !== undefined,
  cloud_storage: objects.storageType(objects.home),
  cloud_name: objects.storageType(objects.home) === "s3" ? "Kinora Cloud" : "This server",
  import_limit_bytes: IMPORT_LIMIT_BYTES,
});
