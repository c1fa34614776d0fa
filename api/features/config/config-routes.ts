import { notFound } from "#api/http/errors.ts";
import { findFfmpeg } from "#api/media/transcode.ts";
import type { Parts } from "#api/parts.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import type { Keys } from "#api/platform/keys.ts";
import { together } from "#api/platform/together.ts";
import { type Config, createRealtimeTokenCall, getConfigCall } from "#contract/config.ts";
import { SHARE_UNAVAILABLE } from "#contract/shares.ts";

export function serveConfig({ serve, env, keys, objects, realtime, subtitles }: Parts): void {
  const cloud = objects.storageType(objects.home);
  serve(
    getConfigCall,
    async (): Promise<Config> => ({
      realtime_url: realtime.url,
      realtime_key: realtime.key,
      google_client_id: env.GOOGLE_CLIENT_ID ?? null,
      payments: env.STRIPE_SECRET_KEY !== undefined,
      drive: env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined,
      transcription: subtitles.transcription,
      translation: subtitles.translation,
      mail: env.SMTP_URL !== undefined,
      cloud_storage: cloud,
      cloud_name: cloud === "s3" ? "Kinora Cloud" : "This server",
      exact_cuts: (await findFfmpeg(env.FFMPEG_PATH)) !== null,
    }),
  );
  serve(createRealtimeTokenCall, ({ db, caller }) => realtimeToken(keys, db, caller));
}

const TOKEN_SECONDS = 3600;
const asked = together<null, object[]>();

/**
 * A channel outlives the request, so its token goes only to a session or a link that the database has
 * just confirmed. Every join of a channel asks again.
 */
async function realtimeToken(keys: Keys, db: Db, caller: Caller) {
  const { role, sub, sid, share, unlock } = caller;
  const [opened] = await asked(
    JSON.stringify(caller),
    null,
    () => db`select 1 from app.opened_share()`,
  );
  if (!opened && !sub) throw notFound(SHARE_UNAVAILABLE, "share_unavailable");
  const link = opened ? { share, unlock } : {};
  return {
    token: await keys.sign("realtime", { role, sub, sid, ...link }, TOKEN_SECONDS),
    expires_at: new Date(Date.now() + TOKEN_SECONDS * 1000),
  };
}
