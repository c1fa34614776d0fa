/**
 * Many viewers of one link, each from an address of its own, in a process of their own: `bun crowd.ts '{orders}'`.
 * Does what it reads on its standard input, line by line, and answers each with a line of JSON.
 */
import { connect } from "node:net";
import { createInterface } from "node:readline";

const orders = JSON.parse(process.argv[2] ?? "{}");
const { origin, link, recording, realtimeKey, session } = orders;
const socketAddress = `${origin.replace("http", "ws")}/realtime/v1/websocket?apikey=${realtimeKey}&vsn=2.0.0`;
const topic = `realtime:recording:${recording}`;
/** As many come at the same moment. */
const AT_ONCE = 64;
const HEARTBEAT_MS = 25_000;

interface Viewer {
  socket: WebSocket;
  headers: Record<string, string>;
}

const viewers: Viewer[] = [];
const decoder = new TextDecoder();
let bytesOfJson = 0;
let messages = 0;
let closed = 0;
let refused = 0;
let count = 0;
let saidAt = 0;
let delays: number[] = [];

const steps: Record<string, (argument: number) => Promise<object>> = { come, comment, hear, see };

for await (const line of createInterface({ input: process.stdin })) {
  const [step = "", argument = "0"] = line.split(" ");
  console.log(JSON.stringify(await steps[step]?.(Number(argument))));
}
process.exit(0);

/** So many more open the link: its page, a token, the first range of the film, a socket, presence. */
async function come(wanted: number) {
  const [started, before] = [performance.now(), viewers.length];
  let next = before;
  const one = async () => {
    while (next < before + wanted)
      await open(next++).catch((error: unknown) => {
        if (++refused < 5) console.error(error);
      });
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
  const seconds = (performance.now() - started) / 1000;
  while (count < viewers.length && performance.now() - started < 120_000) await Bun.sleep(50);
  return { seconds, refused, count, bytesOfJson: bytesOfJson / viewers.length };
}

async function open(index: number): Promise<void> {
  const address = `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`;
  const headers = { "X-Forwarded-For": address, "X-Share-Token": link };
  const page = await json(`/shared/${link}`, { headers });
  const { token } = await json("/realtime/token", { method: "POST", headers });
  const stream = `${origin}/api/recordings/${recording}/stream?token=${page.media.token}`;
  const range = await fetch(stream, { headers: { ...headers, Range: "bytes=0-65535" } });
  if (range.status !== 206) throw new Error(`no range: ${range.status}`);
  await range.arrayBuffer();
  const socket = await joined(headers, token);
  viewers.push({ socket, headers });
}

async function joined(headers: Record<string, string>, access_token: string): Promise<WebSocket> {
  const withHeaders: object = { headers }; // Bun takes them, of which a browser's types know nothing
  const socket = new WebSocket(socketAddress, withHeaders as string[]); // for a browser the second is a list of protocols
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const send = (ref: string, event: string, payload: object, to = topic) =>
    socket.send(JSON.stringify([to === topic ? "1" : null, ref, to, event, payload]));
  socket.onopen = () => {
    const config = { broadcast: {}, presence: { enabled: true }, private: true };
    send("1", "phx_join", { config, access_token });
  };
  socket.onmessage = ({ data }) => {
    messages++;
    if (typeof data !== "string") return hearBroadcast(data);
    if (data.includes('"phx_reply"')) {
      if (data.startsWith('["1","1"') && data.includes('"ok"'))
        send("2", "presence", { type: "presence", event: "track", payload: {} });
      else if (data.startsWith('["1","2"') && data.includes('"ok"')) resolve();
      else if (!data.includes('"ok"')) reject(new Error(data));
    }
  };
  const beat = setInterval(() => send("3", "heartbeat", {}, "phoenix"), HEARTBEAT_MS);
  socket.onclose = ({ code, reason }) => {
    clearInterval(beat);
    closed++;
    reject(new Error(`closed: ${code} ${reason}`));
  };
  socket.onerror = () => reject(new Error("no socket"));
  await promise;
  return socket;
}

function hearBroadcast(data: ArrayBuffer | Buffer): void {
  const text = decoder.decode(data);
  if (text.includes('"comment_id"')) delays.push(performance.now() - saidAt);
  const [, said] = /\{"count":(\d+)\}/.exec(text) ?? [];
  if (said) count = Number(said);
}

/** The owner says something each second, so many times; how long until each of the others has heard of it. */
async function comment(times: number) {
  const all: number[] = [];
  let missed = 0;
  for (let said = 0; said < times; said++) {
    [delays, saidAt] = [[], performance.now()];
    await json(`/recordings/${recording}/comments`, {
      method: "POST",
      headers: { Authorization: `Bearer ${session}`, "Content-Type": "application/json" },
      body: JSON.stringify({ content: `number ${said}` }),
    });
    const end = saidAt + 5000;
    while (delays.length < viewers.length && performance.now() < end) await Bun.sleep(5);
    missed += viewers.length - delays.length;
    all.push(...delays);
    await Bun.sleep(Math.max(0, saidAt + 1000 - performance.now()));
  }
  all.sort((a, b) => a - b);
  const at = (share: number) => all[Math.floor(all.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), most: all.at(-1), missed };
}

/** Nothing is done for so many seconds: what comes all the same. */
async function hear(seconds: number) {
  const before = messages;
  await Bun.sleep(seconds * 1000);
  return { perMinute: ((messages - before) / seconds / viewers.length) * 60 };
}

/** So many of them read the film slowly; the link is revoked, and all of it ends. */
async function see(readers: number) {
  let cut = 0;
  const read = async ({ headers }: Viewer) => {
    const page = await json(`/shared/${link}`, { headers });
    const { hostname, port } = new URL(origin);
    const reader = connect(Number(port), hostname);
    const asked = [
      `GET /api/recordings/${recording}/stream?token=${page.media.token} HTTP/1.1`,
      `Host: ${hostname}`,
      `X-Forwarded-For: ${headers["X-Forwarded-For"]}`,
    ];
    reader.write(`${asked.join("\r\n")}\r\n\r\n`);
    reader.on("data", (chunk) => {
      reader.pause();
      setTimeout(() => reader.resume(), chunk.length / 3000); // the whole of it would last forty seconds
    });
    reader.on("error", () => {}); // its end is told all the same
    reader.on("close", () => cut++);
  };
  const some = viewers.slice(0, readers);
  while (some.length > 0) await Promise.all(some.splice(0, 20).map(read));
  await json(`/recordings/${recording}/shares/${orders.share}`, {
    method: "DELETE",
    headers: { Authorization: `Bearer ${session}` },
  });
  const [started, before] = [performance.now(), closed];
  const seconds = () => (performance.now() - started) / 1000;
  let sockets = 0;
  while ((closed - before < viewers.length || cut < readers) && seconds() < 60) {
    await Bun.sleep(20);
    if (closed - before < viewers.length) sockets = seconds();
  }
  return { seconds: seconds(), sockets, closed: closed - before, cut };
}

async function json(path: string, init: RequestInit) {
  const answer = await fetch(`${origin}/api${path}`, init);
  const text = await answer.text();
  bytesOfJson += text.length;
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return JSON.parse(text);
}
