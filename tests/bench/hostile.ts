import net from "node:net";
import { z } from "zod";
import { largeSubtitle } from "#tests/support/large-subtitle.ts";

/** The orders of an account or network that does its worst, for as long as it is told, in a process of its own. */
const Orders = z.object({
  row: z.string(),
  origin: z.url(),
  seconds: z.number(),
  token: z.string(),
  recording: z.string(),
  subtitle: z.string(),
  mediaToken: z.string(),
});
type Orders = z.infer<typeof Orders>;

/** The network as a proxy of ours would write it. */
const NETWORK = "198.51.100.7";
/** However fast the answers come. */
const MOST_REQUESTS = 50_000;

type Act = (orders: Orders, number: number) => Promise<unknown>;
interface Attack {
  atOnce: number;
  act: Act;
}

const ask = async ({ origin }: Orders, path: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  headers.set("X-Forwarded-For", NETWORK);
  const answer = await fetch(`${origin}/api${path}`, { ...init, headers });
  await answer.arrayBuffer();
  return answer.status;
};

const signedIn = ({ token }: Orders, more: Record<string, string> = {}) => ({
  headers: { Authorization: `Bearer ${token}`, ...more },
});

const posted = (orders: Orders, body: object): RequestInit => ({
  method: "POST",
  ...signedIn(orders, { "Content-Type": "application/json" }),
  body: JSON.stringify(body),
});

export const attacks: Record<string, Attack> = {
  list: {
    atOnce: 800,
    act: (orders) => ask(orders, "/recordings?limit=100", signedIn(orders)),
  },
  search: {
    atOnce: 200,
    act: (orders, n) => ask(orders, `/recordings?search=word${n % 9}`, signedIn(orders)),
  },
  "subtitle up": {
    atOnce: 8,
    act: (orders) =>
      ask(
        orders,
        `/recordings/${orders.recording}/subtitles/upload`,
        posted(orders, { content: largeSubtitle() }),
      ),
  },
  "subtitle down": {
    atOnce: 64,
    act: (orders, n) =>
      ask(
        orders,
        `/recordings/${orders.recording}/subtitles/${orders.subtitle}${["", "/track", "/download"][n % 3]}`,
        signedIn(orders),
      ),
  },
  "bad signatures": {
    atOnce: 256,
    act: (orders, n) => {
      const [head, claims] = orders.token.split(".");
      const signature = Buffer.from(`${n}`.padEnd(64, "x")).toString("base64url");
      const headers = { Authorization: `Bearer ${head}.${claims}.${signature}` };
      return ask(orders, "/recordings", { headers });
    },
  },
  "unknown links": {
    atOnce: 256,
    act: (orders) =>
      ask(orders, `/shared/${crypto.randomUUID().replaceAll("-", "").padEnd(43, "x")}`),
  },
  joins: { atOnce: 50, act: join },
  "slow readers": { atOnce: 200, act: readNothing },
  imports: {
    atOnce: 16,
    act: (orders) => {
      const body = new FormData();
      body.set("video", Bun.file(`${import.meta.dirname}/../support/videos/recorded.webm`));
      return ask(orders, "/recordings/import", { method: "POST", ...signedIn(orders), body });
    },
  },
  archives: {
    atOnce: 20,
    act: async (orders) => {
      const answer = await fetch(`${orders.origin}/api/user/takeout`, posted(orders, {}));
      if (answer.ok) await drain(await fetch(`${orders.origin}${(await answer.json()).path}`));
    },
  },
  hashing: {
    atOnce: 64,
    act: (orders, n) =>
      n % 2 === 0
        ? ask(
            orders,
            `/recordings/${orders.recording}/shares`,
            posted(orders, { password: "secret" }),
          )
        : ask(orders, "/auth/login", {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify({ email: `nobody-${n}@example.com`, password: "secret1" }),
          }),
  },
};

function join({ origin, mediaToken }: Orders): Promise<void> {
  const socket = new WebSocket(
    `${origin.replace("http", "ws")}/realtime/v1/websocket?apikey=sb_publishable_embedded&vsn=2.0.0`,
  );
  const { promise, resolve } = Promise.withResolvers<void>();
  let answers = 0;
  socket.addEventListener("open", () => {
    for (let n = 0; n < 50; n++) {
      const topic = `realtime:recording:${crypto.randomUUID()}`;
      const config = { private: true, access_token: mediaToken };
      socket.send(JSON.stringify([`${n}`, `${n}`, topic, "phx_join", { config }]));
    }
  });
  socket.addEventListener("message", () => ++answers >= 50 && socket.close());
  socket.addEventListener("error", () => resolve());
  socket.addEventListener("close", () => resolve());
  return promise;
}

/** Asks for megabytes by a link's right, and leaves them lie. */
function readNothing({ origin, recording, subtitle, mediaToken, seconds }: Orders): Promise<void> {
  const { port } = new URL(origin);
  const socket = net.connect(Number(port), "127.0.0.1").pause();
  const path = `/api/recordings/${recording}/subtitles/${subtitle}/track?token=${mediaToken}`;
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${NETWORK}\r\n\r\n`);
  return new Promise((resolve) => {
    socket.on("error", () => resolve()).on("close", () => resolve());
    setTimeout(() => socket.destroy(), seconds * 1000);
  });
}

async function drain({ body }: Response): Promise<void> {
  for await (const _ of body ?? []);
}

if (import.meta.main) {
  const orders = Orders.parse(JSON.parse(process.argv[2] ?? ""));
  const attack = attacks[orders.row];
  if (!attack) throw new Error(`no attack is called ${orders.row}`);
  const end = performance.now() + orders.seconds * 1000;
  const outcomes = new Map<unknown, number>();
  let made = 0;
  const again = async () => {
    while (performance.now() < end && made < MOST_REQUESTS) {
      const outcome = await attack.act(orders, made++).catch(() => "broken");
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  setTimeout(() => {
    console.log(`${orders.row}: ${JSON.stringify(Object.fromEntries(outcomes))}`);
    process.exit();
  }, orders.seconds * 1000);
  console.log("begun");
  await Promise.all(Array.from({ length: attack.atOnce }, again));
}
