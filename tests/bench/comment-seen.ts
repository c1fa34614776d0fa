import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import { videoPath } from "#tests/support/videos.ts";
import { atRest } from "./at-rest.ts";
import type { Bench } from "./bench.ts";

const SUBSCRIBERS = 300;
const COMMENTS = 20;

/** The time from the request that comments until each of 300 others hears of it: the slowest hundredth. */
export const commentSeen: Bench = {
  work: `comment seen by ${SUBSCRIBERS} others, p99`,
  unit: "ms",
  goal: { atMost: 50 },
  isAbsolute: true,
  rounds: 3,
  async prepare() {
    const [ours, echo] = await Promise.all([openRecording(), openEcho()]);
    return {
      ours: () => slowestHundredth(ours.sockets, ours.say, (text) => text.includes('"comment_id"')),
      baseline: () => slowestHundredth(echo.sockets, echo.say, () => true),
      async close() {
        await Promise.all([ours.close(), echo.close()]);
      },
    };
  },
};

interface Room {
  sockets: WebSocket[];
  say(): Promise<void>;
  close(): Promise<void>;
}

/** One recording in the real product, its owner, and everybody who opened the link. */
async function openRecording(): Promise<Room> {
  const dataDir = newDataDir();
  const server = await startServer({ DATA_DIR: dataDir });
  const { session, recording, link } = await record(server.origin);
  const ask = (path: string, init: RequestInit) => call(server.origin, path, init);
  const { realtime_key } = await ask("/config", {});
  const address = `${server.origin.replace("http", "ws")}/realtime/v1/websocket?apikey=${realtime_key}&vsn=2.0.0`;
  const sockets = await each(async () => {
    const headers = { "X-Share-Token": link };
    const { token } = await ask("/realtime/token", { method: "POST", headers });
    return join(address, `realtime:recording:${recording}`, token);
  });
  await atRest(server.origin, session);
  return {
    sockets,
    async say() {
      await ask(`/recordings/${recording}/comments`, json({ content: "Seen?" }, session));
    },
    async close() {
      for (const socket of sockets) socket.close();
      await server.kill("SIGTERM");
      removeDataDir(dataDir);
    },
  };
}

async function record(origin: string) {
  const account = { username: "Olga", email: "olga@example.org", password: "secret1" };
  const { token: session } = await call(origin, "/auth/register", json(account));
  const form = new FormData();
  form.set("video", Bun.file(videoPath("recorded.webm")));
  const headers = { Authorization: `Bearer ${session}` };
  const recording = await call(origin, "/recordings", { method: "POST", headers, body: form });
  const share = await call(origin, `/recordings/${recording.id}/shares`, json({}, session));
  return { session, recording: recording.id, link: share.share_token };
}

async function join(address: string, topic: string, access_token: string): Promise<WebSocket> {
  const socket = await open(address);
  const config = {
    broadcast: { ack: false, self: false },
    presence: { key: "", enabled: false },
    postgres_changes: [],
    private: true,
  };
  const joined = next(socket, (text) => text.includes("phx_reply"));
  socket.send(JSON.stringify(["1", "1", topic, "phx_join", { config, access_token }]));
  const answer = await joined;
  if (!answer.includes('"ok"')) throw new Error(`not joined: ${answer}`);
  return socket;
}

async function openEcho(): Promise<Room> {
  const child = Bun.spawn([process.execPath, `${import.meta.dirname}/echo-server.ts`], {
    stdout: "pipe",
  });
  const { value } = await child.stdout.getReader().read();
  const address = `ws://127.0.0.1:${new TextDecoder().decode(value).trim()}`;
  const sockets = await each(() => open(address));
  const speaker = await open(address);
  return {
    sockets,
    say: async () => speaker.send('{"comment_id":"x"}'),
    async close() {
      child.kill();
      await child.exited;
    },
  };
}

async function slowestHundredth(
  sockets: WebSocket[],
  say: () => Promise<void>,
  isIt: (text: string) => boolean,
): Promise<number> {
  const delays: number[] = [];
  for (let round = 0; round < COMMENTS; round++) {
    const started = performance.now();
    const heard = sockets.map(async (socket) => {
      await next(socket, isIt);
      delays.push(performance.now() - started);
    });
    await Promise.all([say(), ...heard]);
  }
  delays.sort((a, b) => a - b);
  return delays[Math.floor(delays.length * 0.99)] ?? Number.NaN;
}

function open(address: string): Promise<WebSocket> {
  const socket = new WebSocket(address);
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => resolve(socket), { once: true });
    socket.addEventListener("error", () => reject(new Error(`no socket at ${address}`)));
  });
}

function next(socket: WebSocket, isIt: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    const hear = ({ data }: MessageEvent) => {
      const text = String(data);
      if (!isIt(text)) return;
      socket.removeEventListener("message", hear);
      resolve(text);
    };
    socket.addEventListener("message", hear);
  });
}

/** Opens one socket after the other: a crowd that arrives at once is another measurement. */
async function each(make: () => Promise<WebSocket>): Promise<WebSocket[]> {
  const made: WebSocket[] = [];
  while (made.length < SUBSCRIBERS) made.push(await make());
  return made;
}

const json = (body: object, session?: string): RequestInit => ({
  method: "POST",
  headers: {
    "Content-Type": "application/json",
    ...(session && { Authorization: `Bearer ${session}` }),
  },
  body: JSON.stringify(body),
});

async function call(origin: string, path: string, init: RequestInit) {
  const answer = await fetch(`${origin}/api${path}`, init);
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
