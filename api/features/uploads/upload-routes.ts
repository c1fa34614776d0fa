import type { Asked } from "#api/access/serve.ts";
import { bodyOf } from "#api/http/body-type.ts";
import { tooLarge } from "#api/http/errors.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import { bytesWithin } from "#api/platform/bytes-within.ts";
import { importVideoCall, saveRecordingCall } from "#contract/recordings.ts";
import {
  abandonUploadCall,
  appendToUploadCall,
  createUploadCall,
  getUploadCall,
  getUploadCapabilitiesCall,
  measureUploadSpeedCall,
  TUS_VERSION,
} from "#contract/upload-calls.ts";
import { LARGEST_PROBE, UPLOADS_PATH, type UploadKind } from "#contract/uploads.ts";
import { continueUpload, createUpload, type Receiver } from "./receive-parts.ts";
import { saveFile } from "./save-file.ts";
import {
  CAPABILITIES,
  checkVersion,
  description,
  position,
  readCreation,
  readPart,
} from "./tus-headers.ts";
import { abandonUpload, hearOfUpload, requireFolder } from "./uploads.ts";

/** Each makes a recording, and what has begun is never cut: so many may begin. */
const beginnings: Limit = {
  name: "upload:account",
  capacity: 300,
  period: 3600,
  done: "sent very many recordings",
};
/** A page takes two looks of eight probes at most, and that once in a while. */
const probes: Limit = { name: "upload-speed:account", capacity: 60, period: 600 };

type Asking = Pick<Asked<typeof getUploadCapabilitiesCall>, "db" | "caller" | "c">;
type Sent = Asking & Pick<Asked<typeof saveRecordingCall>, "query">;

/** Resumable uploads by TUS 1.0, and whole files in one request. */
export function serveUploads(deps: Parts): void {
  const { api, serve, takeToken } = deps;
  const service = deps.database.asService(
    "uploads are written by functions that check whose they are",
  );
  const uploader = ({ db, caller }: Asking) => ({ db, service, account: caller.sub });
  const receiver = (asked: Asking): Receiver => {
    checkVersion(asked.c.req.raw.headers);
    return { ...deps, uploader: uploader(asked) };
  };

  api.use("/uploads/*", (c, next) => {
    c.header("Tus-Resumable", TUS_VERSION);
    return next();
  });
  serve(getUploadCapabilitiesCall, ({ c }) => c.body(null, 204, CAPABILITIES));
  serve(createUploadCall, async (asked) => {
    const { db, caller, query, c } = asked;
    const by = receiver(asked);
    await takeToken(beginnings, caller.sub);
    const creation = readCreation(c.req.raw);
    await requireFolder(db, query.folder_id);
    const upload = await createUpload(by, { ...creation, folder: query.folder_id }, c.req.raw.body);
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

  const save = (kind: UploadKind) => async (asked: Sent) => {
    const folder = asked.query.folder_id;
    await requireFolder(asked.db, folder);
    await takeToken(beginnings, asked.caller.sub);
    return saveFile({ ...deps, uploader: uploader(asked), folder }, kind, asked.c.req.raw);
  };
  const beforeBody = [bodyOf("multipart/form-data", AS_FORM)];
  serve(saveRecordingCall, save("recording"), { beforeBody });
  serve(importVideoCall, save("import"), { beforeBody });
  serve(measureUploadSpeedCall, async ({ caller, c }) => {
    await takeToken(probes, caller.sub);
    // The time that the bytes took says how fast a recording can be sent.
    await bytesWithin(LARGEST_PROBE, c.req.raw.body, () =>
      tooLarge("A probe of the speed has 2 MB at most."),
    );
  });
}

const AS_FORM = "Send the file as a form (multipart/form-data), in its field video.";
