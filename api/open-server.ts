import type { Server } from "bun";
import type { Logger } from "pino";
import { makeGuards } from "./access/guards.ts";
import { createApp } from "./app.ts";
import type { Env } from "./env.ts";
import { startMeasuring } from "./features/analytics/keep-measures.ts";
import { requireProof } from "./features/shares/prove-email.ts";
import { addressOf, networksOf } from "./http/address.ts";
import { hearChanges } from "./http/changed.ts";
import type { Base } from "./http/context.ts";
import { withinBounds } from "./http/limits/letter-limit.ts";
import { rateLimits } from "./http/limits/rate-limit.ts";
import { IDLE_SECONDS } from "./http/limits/unhurried.ts";
import { createMetrics } from "./http/metrics.ts";
import { displayHost } from "./http/public-url.ts";
import { startWork } from "./jobs/work.ts";
import { hearLive } from "./media/live/live-takes.ts";
import type { Db } from "./platform/database.ts";
import { openDrive } from "./platform/drive/open.ts";
import type { Realtime } from "./platform/embedded/realtime/endpoint.ts";
import { startHeartbeat } from "./platform/heartbeat.ts";
import { startJobs } from "./platform/jobs/queue.ts";
import { openObjects } from "./platform/objects/open.ts";
import type { Platform } from "./platform/open.ts";
import { eachSecond } from "./platform/platform.ts";
import { StartError } from "./platform/start-error.ts";
import { readVersion } from "./platform/version.ts";
import { openChat } from "./services/chat.ts";
import { googleSignIn } from "./services/google.ts";
import { openMail } from "./services/mail.ts";
import { openPayments } from "./services/stripe.ts";
import { subtitleOffer } from "./services/subtitle-offer.ts";
import { openShelf, openTranscriber } from "./services/transcription/open.ts";

interface Offer {
  env: Env;
  log: Logger;
  platform: Platform;
  /** All parts that are opened here; they are closed together with it. */
  parts: AsyncDisposableStack;
  webDirectory: string;
}

/** A last limit over all bodies: routes set lower limits of their own. */
const LARGEST_BODY = 2 ** 40;
/** A paused player never ends, and the process that started us may wait only ten seconds in all. */
const GRACE_MS = 3000;

/** The server with everything that stands on the platform, and the address at which it answers. */
export async function openServer({
  env,
  log,
  platform,
  parts,
  webDirectory,
}: Offer): Promise<string> {
  const { mode, database, keys, realtime, publicConfig } = platform;
  const service = database.asService("the server itself: nobody has asked");
  const tokens = database.asService("tokens of drives are closed to every API role");
  const drive = openDrive({ env, service: tokens, keys, log });
  const base = {
    env,
    log,
    database,
    keys,
    drive,
    objects: await openObjects(env, { log, drive: drive?.store }),
    sendMail: withinBounds(openMail(env, log), service, log),
    payments: openPayments(env, log),
    subtitles: subtitleOffer(env),
    transcriber: openTranscriber(env),
    shelf: openShelf(env),
    chat: openChat(env),
  };
  await requireProof(service, env.SMTP_URL !== undefined);
  await tellOperator(service, base);
  const jobs = await openJobs({ platform, log, parts });
  await startWork(jobs, base);
  const metrics = createMetrics();
  parts.adopt(startMeasuring(metrics.recent, service, log), ({ stop }) => stop());
  const takeToken = rateLimits(database);
  let server: Server<unknown> | undefined;
  const openSockets = () => (realtime ? (server?.pendingWebSockets ?? 0) : null);
  const app = createApp({
    ...base,
    guards: makeGuards({ keys, database, takeToken }),
    jobs,
    metrics,
    takeToken,
    verifyGoogleToken: googleSignIn(env),
    ready: eachSecond(() => platform.ready({ storage: base.objects.check })),
    realtime: {
      count: async (topic) => (realtime ? await realtime.count(topic) : null),
      url: publicConfig.realtime_url ?? "",
      key: publicConfig.realtime_key,
    },
    process: { version: await readVersion(), mode, openSockets },
    webDirectory,
  });

  server = parts.adopt(listen(env, app, realtime), finishRequests);
  await realtime?.start(server);
  parts.defer(() => realtime?.stop()); // before the requests: a websocket never ends by itself
  return env.PUBLIC_URL ?? `http://${displayHost(env.HOST)}:${server.port}`;
}

/** Facts that the person who has set this server up should hear at its start. */
async function tellOperator(service: Db, { log, objects }: Pick<Base, "log" | "objects">) {
  const [somebody] = await service`select 1 from public.users limit 1`;
  if (!somebody) log.info("nobody has an account yet: the first one becomes super admin");
  const beyondReach = await service<{ store: string; recordings: number }[]>`
    select store, count(*) as recordings from public.recordings
     where store <> all (${objects.stores}) group by store
  `;
  for (const { store, recordings } of beyondReach)
    log.warn(
      `recordings lie in ${store}, which is not set up here: nobody can play them (${recordings})`,
    );
}

/** This process registers its name before it takes any work. */
async function openJobs({ platform, log, parts }: Pick<Offer, "platform" | "log" | "parts">) {
  const { isAlone, database, keys } = platform;
  const signsWith = keys.thumbprint;
  parts.adopt(await startHeartbeat(database, { isAlone, signsWith }), ({ stop }) => stop());
  const { pool } = database;
  parts.adopt(await hearChanges(pool), ({ unlisten }) => unlisten());
  parts.adopt(await hearLive(pool), ({ unlisten }) => unlisten());
  const jobs = await startJobs({ pool, log, isAlone });
  return parts.adopt(jobs, (started) => started.stop());
}

function listen(env: Env, app: ReturnType<typeof createApp>, realtime: Realtime | null) {
  try {
    return Bun.serve({
      hostname: env.HOST,
      port: env.PORT,
      idleTimeout: IDLE_SECONDS,
      maxRequestBodySize: LARGEST_BODY,
      development: false,
      reusePort: false, // Bun's own default in production lets two servers share a port unnoticed
      fetch: (request, server) => app.fetch(request, { server }),
      routes: realtime ? { [realtime.path]: entrance(realtime, env.TRUST_PROXY ?? false) } : {},
      websocket: realtime?.websocket ?? { message() {} },
    });
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new StartError(
      error.code === "EADDRINUSE"
        ? `PORT: ${env.PORT} is in use already. Stop what uses it, or set PORT.`
        : `HOST, PORT: ${env.HOST} and ${env.PORT} are no place to listen here (${error.message}).`,
    );
  }
}

/** A websocket is let in or refused by the address it comes from. */
const entrance =
  (realtime: Realtime, trustProxy: boolean) =>
  (request: Request, server: Parameters<Realtime["upgrade"]>[1]) => {
    const address = addressOf(request, server.requestIP(request)?.address, trustProxy);
    return realtime.upgrade(request, server, networksOf(address));
  };

/** New requests are refused and running ones may end; a request that still hangs after the grace time is cut. */
async function finishRequests(server: Server<unknown>) {
  const cut = setTimeout(() => void server.stop(true), GRACE_MS);
  await server.stop();
  clearTimeout(cut);
}
