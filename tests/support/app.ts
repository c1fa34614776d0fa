import pino from "pino";
import { type Guards, makeGuards } from "#api/access/guards.ts";
import { createApp } from "#api/app.ts";
import { type Env, readEnv } from "#api/env.ts";
import { withinBounds } from "#api/http/limits/letter-limit.ts";
import { rateLimits } from "#api/http/limits/rate-limit.ts";
import { createMetrics } from "#api/http/metrics.ts";
import type { Deps } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import { type Drive, openDrive } from "#api/platform/drive/open.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { type Keys, makeKeys } from "#api/platform/keys.ts";
import type { Objects } from "#api/platform/objects/objects.ts";
import { openObjects } from "#api/platform/objects/open.ts";
import { openChat } from "#api/services/chat.ts";
import { googleSignIn } from "#api/services/google.ts";
import { openMail } from "#api/services/mail.ts";
import { openPayments } from "#api/services/stripe.ts";
import { subtitleOffer } from "#api/services/subtitle-offer.ts";
import { openShelf, openTranscriber } from "#api/services/transcription/open.ts";
import { type Account, newAccount } from "./accounts.ts";
import { atEndOfFile } from "./cleanup.ts";
import { type TestDatabase, testDatabase } from "./database.ts";
import { testJobs } from "./jobs.ts";
import { newSigningKey } from "./signing-key.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

export interface TestApp {
  database: TestDatabase;
  keys: Keys;
  env: Env;
  objects: Objects;
  drive: Drive | null;
  jobs: Pick<Jobs, "send">;
  /** The app as a second process would run it, over the same database and, unless told otherwise, the same objects. */
  anotherProcess: (overrides?: Partial<Deps>) => TestApp["request"];
  /** Jobs are only queued until this is called. */
  startJobs: () => Promise<void>;
  stopJobs: () => Promise<void>;
  /** Every route it serves, middleware included. */
  routes: readonly { method: string; path: string; handler: unknown }[];
  guards: Guards;
  /** The real app; nothing of it is replaced. */
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** The same app behind a server of Bun's; until the file ends. */
  serve: () => Bun.Server<undefined>;
  /** Somebody with an account, and a browser that is signed in to it. */
  person: (wishes?: Parameters<typeof newAccount>[1]) => Promise<SignedIn>;
  /** Somebody without an account. */
  visitor: Visitor;
}

export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

export interface Visitor {
  /** `path` is below /api; an object becomes JSON, anything else is sent as it is. */
  call: (method: Method, path: string, body?: unknown, headers?: HeadersInit) => Promise<Response>;
}

export interface SignedIn extends Visitor, Account {
  token: string;
}

/** Call it at the top of a test file: it brings a database of its own. */
export async function testApp(
  settings: Record<string, string> = {},
  overrides: Partial<Deps> = {},
): Promise<TestApp> {
  const database = await testDatabase();
  const env = readEnv({ DATA_DIR: temporaryDirectory(), LOG_LEVEL: "silent", ...settings });
  const keys = await makeKeys(await newSigningKey());
  const { log = pino({ level: env.LOG_LEVEL }) } = overrides;
  const payments = overrides.payments ?? openPayments(env, log);
  const service = database.asService("a test has drives and mail");
  const world = { env, database, keys, log, sendMail: postOf(env, log, service), payments };
  const drive = openDrive({ ...world, service, pauses: [10, 20, 40] });
  const objects = overrides.objects ?? (await openObjects(env, { log, drive: drive?.store }));
  const base = { ...world, drive, objects, ...forSubtitles(env) };
  const jobs = testJobs(base);
  const metrics = createMetrics();
  const { takeToken = rateLimits(database) } = overrides;
  const guards = makeGuards({ keys, database, takeToken });
  const newProcess = (different: Partial<Deps> = {}) =>
    createApp({
      ...base,
      jobs: jobs.queue,
      metrics,
      guards,
      takeToken,
      verifyGoogleToken: googleSignIn(env),
      ready: async () => ({ ready: true, checks: {} }),
      ...aboutThisProcess,
      webDirectory: env.DATA_DIR,
      ...overrides,
      ...different,
    });
  const app = newProcess();
  const request = requestTo(app);
  const visitor = (token?: string): Visitor => ({
    call: (method, path, body, headers) =>
      request(`/api${path}`, { method, ...payload(body, token, headers) }),
  });
  return {
    database,
    keys,
    env,
    objects,
    drive,
    jobs: jobs.queue,
    routes: app.routes,
    guards,
    startJobs: jobs.work,
    stopJobs: jobs.stop,
    anotherProcess: (different) => requestTo(newProcess(different)),
    request,
    serve: () => served(app),
    visitor: visitor(),
    async person(wishes) {
      const person = await newAccount(database, wishes);
      const token = await keys.sign("session", { sub: person.id, sid: person.caller.sid });
      return { ...person, token, ...visitor(token) };
    },
  };
}

const aboutThisProcess = {
  realtime: { key: "sb_publishable_test", url: "", count: async () => null },
  process: { version: "test", mode: "embedded", openSockets: () => 0 },
} as const;

const postOf = (env: Env, log: pino.Logger, service: Db) =>
  withinBounds(openMail(env, log), service, log);

const forSubtitles = (env: Env) => ({
  subtitles: subtitleOffer(env),
  transcriber: openTranscriber(env, { pauses: [10, 20, 40] }),
  shelf: openShelf(env),
  chat: openChat(env, { retries: 1 }),
});

const requestTo =
  (app: ReturnType<typeof createApp>): TestApp["request"] =>
  async (path, init) =>
    app.request(path, init);

function served(app: ReturnType<typeof createApp>) {
  const server = Bun.serve({
    ...{ hostname: "127.0.0.1", port: 0, idleTimeout: 255 },
    fetch: (request, offering) => app.fetch(request, { server: offering }),
  });
  atEndOfFile(() => server.stop(true));
  return server;
}

function payload(body: unknown, token?: string, given?: HeadersInit): RequestInit {
  const headers = new Headers(given);
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (body === undefined) return { headers };
  if (isRawBody(body)) return { headers, body };
  headers.set("Content-Type", "application/json");
  return { headers, body: JSON.stringify(body) };
}

const isRawBody = (body: unknown): body is NonNullable<RequestInit["body"]> =>
  typeof body === "string" ||
  body instanceof Blob ||
  body instanceof FormData ||
  body instanceof Uint8Array ||
  body instanceof ReadableStream;
