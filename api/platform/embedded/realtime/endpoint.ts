import type postgres from "postgres";
import type { Keys } from "#api/platform/keys.ts";
import type { Report } from "#api/platform/report.ts";
import { startElsewhere } from "./elsewhere.ts";
import { type Announcement, type Feed, startFeed } from "./feed.ts";
import { broadcastFrame } from "./frames.ts";
import { broadcasts, createHub, type Hub, type Later, presences, type SocketData } from "./hub.ts";
import { fixedWindow, LIMITS } from "./limits.ts";
import { recheck, recheckSoon } from "./recheck.ts";
import { onClose, onMessage, onOpen } from "./socket.ts";

/** The key of our own Realtime. It keeps nothing secret: the tokens decide. */
export const EMBEDDED_KEY = "sb_publishable_kinora";

type Server = Bun.Server<SocketData>;

export type Realtime = ReturnType<typeof createRealtime>;

const SECOND = 1000;
const HOUR = 3600 * SECOND;
/** A process that was silent for ten seconds is dead: so soon after that, those who were present there are gone. */
const LOOK_EVERY = 3 * SECOND;

interface Options {
  report: Report;
  /** The name of this process, where others share its database. */
  among?: string | undefined;
  recheckEvery?: number;
  later?: Later;
  /** The most sockets from one network, from one of the next width, and so on. */
  mostFrom?: readonly number[];
}

const byTheClock: Later = (milliseconds, run) => {
  const timer = setTimeout(run, milliseconds);
  return () => clearTimeout(timer);
};

/** The part of Supabase Realtime that Kinora uses: private broadcast and presence. */
export function createRealtime(
  pool: postgres.Sql,
  keys: Keys,
  { recheckEvery = 30 * SECOND, among, ...options }: Options,
) {
  let server: Server | undefined;
  let feed: Feed | undefined;
  let isStopped = false;
  const timers: Timer[] = [];
  const { report } = options;
  const hub = createHub({
    pool,
    keys,
    later: byTheClock,
    mostFrom: LIMITS.socketsFrom,
    ...options,
    publish: (topic, frame) => server?.publish(topic, frame),
    catchUp: async () => feed?.catchUp(),
  });
  const again = recheckSoon(hub);
  const deliver = (announced: Announcement) => {
    publish(hub, announced);
    // A link that was changed or revoked takes its channels along at once.
    if (announced.event === "share") again(announced.topic);
  };

  return {
    /** The path at which the server must offer it; `@supabase/supabase-js` appends it to its URL. */
    path: "/realtime/v1/websocket",
    websocket,
    /** Undefined when the connection is now a websocket. `from`: its networks, from narrow to wide. */
    upgrade: (request: Request, given: Server, from: readonly string[] = []) =>
      isStopped ? refusal(503, "The server stops") : upgrade(hub, request, given, from),
    /** Begins to deliver, once the server listens. */
    async start(given: Server) {
      server = given;
      const listeners = (name: string) => given.subscriberCount(presences(name));
      if (among) hub.elsewhere = await startElsewhere({ ...hub, process: among, listeners });
      feed = await startFeed(pool, deliver, report);
      // A task that runs while we stop may find its connection closed, which is no trouble.
      const every = repeating((...trouble) => void (isStopped || report(...trouble)));
      timers.push(...upkeep(hub, every, recheckEvery));
      await purge(pool);
    },
    /** The number of people on a topic, in all processes. */
    count: (topic: string) => countOn(hub, topic),
    /** Throws when no message would be delivered. */
    async check() {
      if (!feed) throw new Error("is not started");
      await feed.check();
    },
    async stop() {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      await feed?.stop();
      await hub.elsewhere?.stop();
      for (const socket of hub.sockets) socket.close(GOING_AWAY, "The server stops");
    },
  };
}

const websocket: Bun.WebSocketHandler<SocketData> = {
  maxPayloadLength: LIMITS.frameBytes,
  idleTimeout: 60, // clients send a heartbeat every 25 seconds
  backpressureLimit: 4 * 1024 * 1024,
  closeOnBackpressureLimit: true,
  open: onOpen,
  message: onMessage,
  close: onClose,
};

async function countOn({ elsewhere, presence }: Hub, topic: string): Promise<number> {
  await elsewhere?.follow(topic);
  return presence.count(topic);
}

const GOING_AWAY = 1001;

function publish(hub: Hub, { id, topic, event, payload }: Announcement): void {
  try {
    hub.publish(broadcasts(topic), broadcastFrame({ topic, event, body: payload }, { id }));
  } catch (error) {
    hub.report("realtime: an announcement cannot be sent", error);
  }
}

function upgrade(
  hub: Hub,
  request: Request,
  server: Server,
  from: readonly string[],
): Response | undefined {
  const { searchParams } = URL.parse(request.url) ?? {};
  if (!searchParams) return refusal(400, "The Host of the request is no name");
  if (searchParams.get("apikey") !== EMBEDDED_KEY) return refusal(401, "The apikey is not valid");
  if (searchParams.get("vsn") !== "2.0.0") return refusal(400, "Only version 2.0.0 is spoken here");
  if (hub.sockets.size >= LIMITS.sockets) return refusal(503, "Too many connected users");
  if (from.some((name, width) => hub.origins.of(name) >= (hub.mostFrom[width] ?? 0)))
    return refusal(429, "Too many connections from your network");
  const data: SocketData = {
    hub,
    from,
    channels: new Map(),
    refusedJoins: 0,
    admit: fixedWindow(LIMITS.messages, LIMITS.messagesWindow),
    work: Promise.resolve(),
    waiting: 0,
    admitPresence: fixedWindow(LIMITS.presenceCallsPerSocket, LIMITS.presenceWindow),
  };
  return server.upgrade(request, { data }) ? undefined : refusal(426, "A websocket is needed");
}

/** A cache on the way that kept a refusal would give it to everybody who connects. */
const refusal = (status: number, error: string) =>
  Response.json({ error }, { status, headers: { "Cache-Control": "no-store" } });

const upkeep = (hub: Hub, every: ReturnType<typeof repeating>, recheckEvery: number) => [
  every(recheckEvery, () => recheck(hub)),
  every(30 * SECOND, hub.catchUp),
  every(HOUR, () => purge(hub.pool)),
  every(LOOK_EVERY, async () => hub.elsewhere?.look()),
];

/** Deletes old messages, which no feed reads any more; hosted keeps them for three days. */
async function purge(pool: postgres.Sql): Promise<void> {
  await pool`
    delete from realtime.messages
     where inserted_at < (now() at time zone 'utc') - interval '2 hours'
  `;
}

/** Runs one task at a time: when a task takes longer than the pause, the next one is left out. */
const repeating =
  (report: Report) =>
  (milliseconds: number, task: () => Promise<void>): Timer => {
    let isRunning = false;
    return setInterval(async () => {
      if (isRunning) return;
      isRunning = true;
      await task().catch((error: unknown) => {
        report("realtime: upkeep failed and is tried again", error);
      });
      isRunning = false;
    }, milliseconds);
  };
