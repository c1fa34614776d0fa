import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { Env } from "#api/env.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import type { TakeToken } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import { Config, RealtimeToken } from "#contract/config.ts";
import { IMPORT_LIMIT_BYTES } from "#contract/recordings.ts";
import { realtimeToken } from "./realtime-token.ts";

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  realtime: { key: string; url: string };
  subtitles: SubtitleOffer;
}

export function configRoutes(deps: Deps) {
  const config = publicConfig(deps);
  return new Hono<AppEnv>()
    .get("/config", (c) => reply(c, Config, config))
    .post("/realtime/token", deps.guards.shared, async (c) =>
      reply(c, RealtimeToken, await realtimeToken(deps.keys, c.var.db, c.var.caller)),
    );
}

const publicConfig = ({ env, objects, realtime, subtitles }: Deps): Config => ({
  realtime_url: realtime.url,
  realtime_key: realtime.key,
  google_client_id: env.GOOGLE_CLIENT_ID ?? null,
  payments: env.STRIPE_SECRET_KEY !== undefined,
  drive: env.GOOGLE_CLIENT_ID !== undefined && env.GOOGLE_CLIENT_SECRET !== undefined,
  transcription: subtitles.transcription,
  translation: subtitles.translation,
  mail: env.SMTP_URL !== undefined,
  cloud_storage: objects.storageType(objects.home),
  cloud_name: cloudName(env),
  import_limit_bytes: IMPORT_LIMIT_BYTES,
});

const cloudName = (env: Env) => (env.SUPABASE_URL ? "Kinora Cloud" : "This server");
