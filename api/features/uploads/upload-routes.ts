import { Server } from "@tus/server";
import { type Context, Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { SignedIn } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { badRequest } from "#api/http/errors.ts";
import type { Limit, TakeToken } from "#api/http/rate-limit.ts";
import type { Jobs } from "#api/platform/queue.ts";
import type { Refusal } from "#contract/common.ts";
import { RECORDING_ID_HEADER, UPLOADS_PATH } from "#contract/uploads.ts";
import { PartStore } from "./part-store.ts";

export type UploadDeps = Base & {
  guards: Guards;
  jobs: Pick<Jobs, "send">;
  takeToken: TakeToken;
};

/** Each makes a recording, and what has begun is never cut: so many may begin. */
export const beginnings: Limit = {
  name: "upload:account",
  capacity: 300,
  period: 3600,
  message: "You have sent very many videos in a short time. Please wait a moment and try again.",
};

/** Resumable uploads by TUS 1.0. Mounted at `/uploads`. */
export function uploadRoutes(deps: UploadDeps) {
  const { guards } = deps;
  const service = deps.database.asService(
    "uploads are written by functions that check whose they are",
  );
  const storeFor = (c: Context<SignedIn>) =>
    new PartStore({
      ...deps,
      uploader: { db: c.var.db, service, account: c.var.caller.sub },
      body: c.req.raw.body,
      bodyLength: bodyLength(c.req.raw),
    });

  return new Hono<AppEnv>()
    .post("/", guards.session, async (c) => {
      await deps.takeToken(beginnings, c.var.caller.sub);
      return answer(c, storeFor(c));
    })
    .all("/:id", guards.session, (c) => answer(c, storeFor(c)));
}

async function answer(c: Context<SignedIn>, store: PartStore): Promise<Response> {
  const failure: { error?: unknown } = {};
  const server = tusServer(store, (error) => {
    failure.error = error;
  });
  if (c.req.method === "PATCH") server.options.locker = before((id) => store.takeUp(id));
  else if (c.req.method !== "POST") server.options.locker = before((id) => store.find(id));
  // The store reads the body itself: the library would lead it through three of Node's streams.
  const { url, method, headers } = c.req.raw;
  const response = await server.handleWeb(new Request(url, { method, headers }));
  if (failure.error instanceof Error) throw failure.error;
  if (response.status >= 400) return refusal(response);
  if (store.upload) response.headers.set(RECORDING_ID_HEADER, store.upload.recording_id);
  return response;
}

/** One server for one request: its store and its lock know who asks. */
function tusServer(store: PartStore, onError: (error: unknown) => void): Server {
  return new Server({
    path: UPLOADS_PATH,
    relativeLocation: true,
    allowedOrigins: () => false,
    datastore: store,
    getFileIdFromRequest: (_request, id) => (id && isUuid(id) ? id : undefined),
    disableTerminationForFinishedUploads: true,
    locker: before(async () => {}),
    onResponseError: (_request, error) => {
      onError(error);
      return undefined;
    },
  });
}

/**
 * Nothing is locked while bytes flow: nobody waits for a connection that died unnoticed. Whoever sends
 * last is right, and Postgres refuses what an earlier attempt still brings.
 */
const before = (act: (id: string) => Promise<void>) => ({
  newLock: (id: string) => ({ lock: () => act(id), unlock: async () => {} }),
});

const PART_TYPE = "application/offset+octet-stream";

/** What does not fit must be known before its first byte is taken; a creation may bring bytes too. */
function bodyLength({ method, headers }: Request): number {
  const length = Number(headers.get("Content-Length") ?? Number.NaN);
  const bringsBytes = method === "PATCH" || headers.get("Content-Type") === PART_TYPE;
  if (bringsBytes && !Number.isSafeInteger(length)) throw badRequest("Content-Length is required");
  return length || 0;
}

/** The protocol's refusals in the one body that all refusals have. */
async function refusal(response: Response): Promise<Response> {
  const message = (await response.text()).trim() || "The upload was refused";
  const body: Refusal = { error: message, message, code: `upload_${response.status}` };
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/json");
  return new Response(JSON.stringify(body), { status: response.status, headers });
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
