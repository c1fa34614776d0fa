import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { SignedIn } from "#api/access/session.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import { valid } from "#api/http/valid.ts";
import type { Parts } from "#api/parts.ts";
import { Id } from "#contract/common.ts";
import { TUS_VERSION } from "#contract/upload-calls.ts";
import { UPLOADS_PATH } from "#contract/uploads.ts";
import { ofFolder, requireFolder } from "./into-folder.ts";
import { continueUpload, createUpload, type Receiver } from "./receive-parts.ts";
import {
  CAPABILITIES,
  checkVersion,
  description,
  position,
  readCreation,
  readPart,
} from "./tus-headers.ts";
import { abandonUpload, hearOfUpload } from "./uploads.ts";

/** Each makes a recording, and what has begun is never cut: so many may begin. */
export const beginnings: Limit = {
  name: "upload:account",
  capacity: 300,
  period: 3600,
  message:
    "You have sent very many recordings in a short time. Please wait a moment and try again.",
};

const ofOne = valid("param", z.object({ id: Id }));

/** Resumable uploads by TUS 1.0. */
export function serveUploads(deps: Parts): void {
  const { api, guards, takeToken } = deps;
  const service = deps.database.asService(
    "uploads are written by functions that check whose they are",
  );
  const receiver = (c: Context<SignedIn>): Receiver => ({
    ...deps,
    uploader: { db: c.var.db, service, account: c.var.caller.sub },
  });

  api.use("/uploads/*", tusAnswers);
  api.options("/uploads", guards.session, (c) => c.body(null, 204, CAPABILITIES));
  api.post("/uploads", guards.session, ofFolder, tusCalls, async (c) => {
    await takeToken(beginnings, c.var.caller.sub);
    const creation = readCreation(c.req.raw);
    const folder = await requireFolder(c);
    const upload = await createUpload(receiver(c), { ...creation, folder }, c.req.raw.body);
    const Location = `${UPLOADS_PATH}/${upload.id}`;
    return c.body(null, 201, { ...position(upload), Location });
  });
  api.get("/uploads/:id", guards.session, tusCalls, ofOne, async (c) => {
    const upload = await hearOfUpload(receiver(c).uploader, c.req.valid("param").id);
    return c.body(null, 200, description(upload));
  });
  api.patch("/uploads/:id", guards.session, tusCalls, ofOne, async (c) => {
    const part = readPart(c.req.raw);
    const { id } = c.req.valid("param");
    const upload = await continueUpload(receiver(c), id, part, c.req.raw.body);
    return c.body(null, 204, position(upload));
  });
  api.delete("/uploads/:id", guards.session, tusCalls, ofOne, async (c) => {
    const { uploader, jobs } = receiver(c);
    const upload = await abandonUpload(uploader, jobs, c.req.valid("param").id);
    return c.body(null, 204, position(upload));
  });
}

const tusAnswers = createMiddleware(async (c, next) => {
  c.header("Tus-Resumable", TUS_VERSION);
  await next();
});

const tusCalls = createMiddleware(async (c, next) => {
  checkVersion(c.req.raw.headers);
  await next();
});
