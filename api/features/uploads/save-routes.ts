import type { Asked } from "#api/access/serve.ts";
import { bodyOf } from "#api/http/body-type.ts";
import type { Parts } from "#api/parts.ts";
import { importVideoCall, saveRecordingCall } from "#contract/recordings.ts";
import type { UploadKind } from "#contract/uploads.ts";
import { requireFolder } from "./into-folder.ts";
import { saveFile } from "./save-file.ts";
import { beginnings } from "./upload-routes.ts";

type Sent = Pick<Asked<typeof saveRecordingCall>, "db" | "caller" | "query" | "c">;

/** Whole files in one request, for clients that cannot resume. */
export function serveSaving(deps: Parts): void {
  const service = deps.database.asService(
    "uploads are written by functions that check whose they are",
  );
  const save =
    (kind: UploadKind) =>
    async ({ db, caller, query: { folder_id: folder }, c }: Sent) => {
      await requireFolder(db, folder);
      await deps.takeToken(beginnings, caller.sub);
      const uploader = { db, service, account: caller.sub };
      return saveFile({ ...deps, uploader, folder }, kind, c.req.raw);
    };
  const beforeBody = [
    bodyOf(
      "multipart/form-data",
      "Send the file as a form (multipart/form-data), in its field video.",
    ),
  ];

  deps.serve(saveRecordingCall, save("recording"), { beforeBody });
  deps.serve(importVideoCall, save("import"), { beforeBody });
}
