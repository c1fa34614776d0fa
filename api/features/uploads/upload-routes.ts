import { createMiddleware } from "hono/factory";
import type { Asked } from "#api/access/serve.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import {
  abandonUploadCall,
  appendToUploadCall,
  createUploadCall,
  getUploadCall,
  getUploadCapabilitiesCall,
  TUS_VERSION,
} from "#contract/upload-calls.ts";
import { UPLOADS_PATH } from "#contract/uploads.ts";
import { requireFolder } from "./into-folder.ts";
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

type Asking = Pick<Asked<typeof getUploadCapabilitiesCall>, "db" | "caller" | "c">;

/** Resumable uploads by TUS 1.0. */
export function serveUploads(deps: Parts): void {
  const { api, serve, takeToken } = deps;
  const service = deps.database.asService(
    "uploads are written by functions that check whose they are",
  );
  const receiver = ({ db, caller, c }: Asking): Receiver => {
    checkVersion(c.req.raw.headers);
    return { ...deps, uploader: { db, service, account: caller.sub } };
  };

  api.use("/uploads/*", tusAnswers);
  serve(getUploadCapabilitiesCall, ({ c }) => c.body(null, 204, CAPABILITIES));
  serve(createUploadCall, async (asked) => {
    const { db, caller, query, c } = asked;
    const by = receiver(asked);
    await takeToken(beginnings, caller.sub);
    const creation = readCreation(c.req.raw);
    await requireFolder(db, query.folder_id);
    const wanted = { ...creation, folder: query.folder_id };
    const upload = await createUpload(by, wanted, c.req.raw.body);
    const Location = `${UPLOADS_PATH}/${upload.id}`;
    return c.body(null, 201, { ...position(upload), Location });
  });
  serve(getUploadCall, async (asked) => {
    const upload = await hearOfUpload(receiver(asked).uploader, asked.params.id);
    return asked.c.body(null, 200, description(upload));
  });
  serve(appendToUploadCall, async (asked) => {
    const { params, c } = asked;
    const by = receiver(asked);
    const upload = await continueUpload(by, params.id, readPart(c.req.raw), c.req.raw.body);
    return c.body(null, 204, position(upload));
  });
  serve(abandonUploadCall, async (asked) => {
    const { uploader, jobs } = receiver(asked);
    const upload = await abandonUpload(uploader, jobs, asked.params.id);
    return asked.c.body(null, 204, position(upload));
  });
}

const tusAnswers = createMiddleware(async (c, next) => {
  c.header("Tus-Resumable", TUS_VERSION);
  await next();
});
