import { type Context, Hono } from "hono";
import type { SignedIn } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { one, tooLarge } from "#api/http/errors.ts";
import { reply } from "#api/http/reply.ts";
import { processing } from "#api/job-kinds.ts";
import { discardObject } from "#api/platform/objects/loose.ts";
import { IMPORT_LIMIT_BYTES, IMPORT_TOO_LARGE, Recording } from "#contract/recordings.ts";
import type { UploadKind } from "#contract/uploads.ts";
import { type ReceivedFile, receiveFile } from "./receive-file.ts";
import { requireRoom } from "./require-room.ts";
import { beginnings, type UploadDeps } from "./upload-routes.ts";
import type { Uploader } from "./uploads.ts";
import { videoName } from "./video-name.ts";

/** Whole files in one request, for clients that cannot resume. Mounted at `/recordings`. */
export function saveRoutes(deps: UploadDeps) {
  const { guards } = deps;
  const service = deps.database.asService(
    "uploads are written by functions that check whose they are",
  );
  const save = async (c: Context<SignedIn>, kind: UploadKind) => {
    const uploader = { db: c.var.db, service, account: c.var.caller.sub };
    await deps.takeToken(beginnings, uploader.account);
    await requireRoom(c.var.db, deps.objects, expectedBytes(c.req.raw, kind));
    const file = await receiveFile(c.req.raw, { ...deps, service, kind });
    return reply(c, Recording, await keepOrDiscard(deps, uploader, kind, file), 201);
  };

  return new Hono<AppEnv>()
    .post("/", guards.session, (c) => save(c, "recording"))
    .post("/import", guards.session, (c) => save(c, "import"));
}

/** What the form adds around the file. */
const FORM_BYTES = 65_536;

/** Before the first byte, as far as the request says how many there are. */
function expectedBytes(request: Request, kind: UploadKind): number {
  const length = Number(request.headers.get("Content-Length") ?? 0);
  if (kind === "import" && length > IMPORT_LIMIT_BYTES + FORM_BYTES)
    throw tooLarge(IMPORT_TOO_LARGE);
  return Math.max(1, length - FORM_BYTES);
}

/** What is refused after all leaves nothing behind. */
async function keepOrDiscard(
  deps: Pick<UploadDeps, "objects" | "jobs">,
  uploader: Uploader,
  kind: UploadKind,
  file: ReceivedFile,
): Promise<Recording> {
  try {
    return await keepWhole(deps, uploader, kind, file);
  } catch (error) {
    await discardObject(uploader.service, deps.objects, file);
    throw error;
  }
}

/** The bytes are safe: now the row, and the job that looks at them, or neither. */
function keepWhole(
  { objects, jobs }: Pick<UploadDeps, "objects" | "jobs">,
  { service, account }: Uploader,
  kind: UploadKind,
  { filename, mimeType, store, key, size }: ReceivedFile,
): Promise<Recording> {
  const { title, original } = videoName(filename);
  return service(async (sql) => {
    const recording = one(
      await sql<Recording[]>`
        select * from private.keep_whole(
          ${account}, ${kind}, ${title}, ${original}, ${mimeType}, ${objects.storageType(store)},
          ${store}, ${key}, ${size})
      `,
    );
    const turn = { account, isUrgent: kind === "recording" };
    await jobs.send(sql, processing, { recording_id: recording.id }, turn);
    return recording;
  });
}
