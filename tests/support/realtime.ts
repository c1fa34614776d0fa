import {
  createClient,
  type RealtimeChannel,
  type RealtimeChannelOptions,
  type SupabaseClient,
} from "@supabase/supabase-js";
import { exportJWK, generateKeyPair, importJWK, SignJWT } from "jose";
import { expect } from "vitest";
import { SigningJwk } from "#api/env.ts";
import { createRealtime, EMBEDDED_KEY } from "#api/platform/embedded/realtime/endpoint.ts";
import { makeKeys } from "#api/platform/keys.ts";
import type { Report } from "#api/platform/report.ts";
import { atEndOfFile } from "./cleanup.ts";
import { type TestDatabase, testDatabase } from "./database.ts";

type Settings = Partial<Parameters<typeof createRealtime>[2]>;

export interface RealtimeWorld {
  database: TestDatabase;
  keys: Awaited<ReturnType<typeof makeKeys>>;
  url: string;
  /** A token of a member of nothing yet. */
  token(sub: string, seconds?: number): Promise<string>;
  /** A token with any claims, signed with our key. */
  anyToken(claims: Record<string, unknown>, audience?: string): Promise<string>;
  /** An unmodified supabase-js; a function is asked for the token again at every heartbeat. */
  client(token?: string | (() => string)): Promise<SupabaseClient>;
  /** A room with these members, and its topic. */
  room(...members: { id: string; canWrite?: boolean }[]): Promise<{ id: string; topic: string }>;
  /** Says something in a room, in the database and with the rights of its author. */
  say(room: { id: string }, author: string, body: string): Promise<void>;
}

/** Our Realtime on a database with rooms, reached as a browser reaches one. Call this at the top of a file. */
export async function realtimeWorld(options: Settings = {}): Promise<RealtimeWorld> {
  const database = await testDatabase();
  await database.pool.file(new URL("rooms.sql", import.meta.url).pathname);
  const jwk = await newKey();
  const keys = await makeKeys(jwk);
  const { url, connect } = await serveRealtime(database, keys, options);

  return {
    database,
    keys,
    url,
    async token(sub, seconds) {
      const sid = await sessionOf(database, sub);
      return keys.sign("realtime", { role: "authenticated", sub, sid }, seconds);
    },
    anyToken: (claims, audience = "authenticated") => signAnything(jwk, claims, audience),
    client: connect,
    room: (...members) => makeRoom(database, members),
    async say({ id }, author, body) {
      await database.pool.begin((sql) => [
        sql`select set_config('role', 'authenticated', true),
                   set_config('request.jwt.claims', ${JSON.stringify({ sub: author })}, true)`,
        sql`insert into room_messages (room_id, author, body) values (${id}, ${author}, ${body})`,
      ]);
    },
  };
}

/** Our Realtime at an address of its own until the file ends, and unmodified supabase-js to reach it. */
export async function serveRealtime(
  { pool }: TestDatabase,
  keys: Awaited<ReturnType<typeof makeKeys>>,
  options: Settings = {},
) {
  const realtime = createRealtime(pool, keys, { report: fail, ...options });
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    websocket: realtime.websocket,
    fetch: (request, offering) =>
      realtime.upgrade(request, offering, new URL(request.url).searchParams.getAll("from")),
  });
  await realtime.start(server);
  const clients: SupabaseClient[] = [];
  atEndOfFile(async () => {
    await Promise.all(clients.map((client) => client.realtime.disconnect()));
    await realtime.stop();
    await server.stop(true);
  });
  const url = `http://127.0.0.1:${server.port}`;

  /** Connects as a browser does; a function is asked for the token again at every heartbeat. */
  async function connect(token?: string | (() => string)) {
    const client = createClient(url, EMBEDDED_KEY, {
      ...(token && { accessToken: async () => (typeof token === "string" ? token : token()) }),
      // Nobody else's heart beats so fast: one beat that is not answered before the next ends the connection.
      ...(typeof token === "function" && { realtime: { heartbeatIntervalMs: 200 } }),
    });
    clients.push(client);
    if (token) await client.realtime.setAuth();
    return client;
  }
  return { url, connect, count: realtime.count };
}

/** Members are no more than an id: here each gets the account and the session that a token is of. */
async function sessionOf({ pool }: TestDatabase, id: string): Promise<string> {
  await pool`
    insert into public.users (id, username, email) values (${id}, 'member', ${`${id}@example.org`})
    on conflict do nothing
  `;
  await pool`
    insert into public.sessions (id, user_id, device) values (${id}, ${id}, 'a test')
    on conflict do nothing
  `;
  return id;
}

async function makeRoom({ pool }: TestDatabase, members: { id: string; canWrite?: boolean }[]) {
  const id = crypto.randomUUID();
  await pool`insert into rooms (id, name) values (${id}, 'a room')`;
  for (const { id: member, canWrite = true } of members)
    await pool`insert into room_members values (${id}, ${member}, ${canWrite})`;
  return { id, topic: `room:${id}` };
}

export async function newKey(): Promise<SigningJwk> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return SigningJwk.parse({ ...(await exportJWK(privateKey)), kid: "test" });
}

async function signAnything(jwk: SigningJwk, claims: Record<string, unknown>, audience: string) {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: jwk.kid })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(await importJWK(jwk, "ES256"));
}

/** Trouble that nobody is told of would otherwise only show as something missing. */
export const fail: Report = (trouble, error) => {
  throw new Error(trouble, { cause: error });
};

/** A channel as a test watches it: everything that happened on it, in order. */
export interface Listener {
  channel: RealtimeChannel;
  heard: { event: string; payload: unknown; meta?: unknown }[];
  statuses: string[];
  /** The reasons why the server closed or refused the channel. */
  reasons: string[];
}

export function listen(
  client: SupabaseClient,
  topic: string,
  config: RealtimeChannelOptions["config"] = {},
): Listener {
  const channel = client.channel(topic, { config: { private: true, ...config } });
  const listener: Listener = { channel, heard: [], statuses: [], reasons: [] };
  channel
    .on("broadcast", { event: "*" }, ({ event, payload, meta }) =>
      listener.heard.push({ event, payload, meta }),
    )
    .on("system", {}, ({ message }) => listener.reasons.push(message));
  if (config.presence) channel.on("presence", { event: "sync" }, () => {});
  channel.subscribe((status, error) => {
    listener.statuses.push(status);
    if (error) listener.reasons.push(error.message);
  });
  return listener;
}

/** The same, once the server has let the channel in. */
export async function joined(...wanted: Parameters<typeof listen>): Promise<Listener> {
  const listener = listen(...wanted);
  await expect.poll(() => listener.statuses).toEqual(["SUBSCRIBED"]);
  return listener;
}

/** The messages of the database, as far as the listener heard them. */
export const bodies = ({ heard }: Listener) =>
  heard.flatMap(({ payload }) =>
    payload && typeof payload === "object" && "body" in payload ? [payload.body] : [],
  );
