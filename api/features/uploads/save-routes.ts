import type { Context } from "hono";
import type { SignedIn } from "#api/access/session.ts";
import { bodyOf } from "#api/http/body-type.ts";
import { reply } from "#api/http/reply.ts";
import type { Parts } from "#api/parts.ts";
import { Recording } from "#contract/recordings.ts";
import type { UploadKind } from "#contract/uploads.ts";
import { ofFolder, requireFolder } from "./into-folder.ts";
import { saveFile } from "./save-file.ts";
import { beginnings } from "./upload-routes.ts";

const asForm = bodyOf(
  "multipart/form-data",
  "Send the file as a form (multipart/form-data), in its field video.",
);

/** Whole files in one request, for clients that cannot resume. */
export function serveSaving(deps: Parts): void {
  const { api, guards } = deps;
  const service = deps.database.asService(
    "uploads are written by functions that check whose they are",
  );
  const save = async (c: Context<SignedIn>, kind: UploadKind) => {
    const uploader = { db: c.var.db, service, account: c.var.caller.sub };
    const folder = await requireFolder(c);
    await deps.takeToken(beginnings, uploader.account);
    return reply(c, Recording, await saveFile({ ...deps, uploader, folder }, kind, c.req.raw), 201);
  };

  api.post("/recordings", guards.session, asForm, ofFolder, (c) => save(c, "recording"));
  api.post("/recordings/import", guards.session, asForm, ofFolder, (c) => save(c, "import"));
}
