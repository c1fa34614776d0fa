import { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { withAccount } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { naming, objectRemoval } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { Done, Id } from "#contract/common.ts";
import { Receipt, RecordingList, RecordingQuery, RenameRecording } from "#contract/recordings.ts";
import { deleteRecording } from "./delete-recording.ts";
import { listRecordings } from "./list-recordings.ts";
import { mediaRoutes } from "./media-routes.ts";
import { readReceipt } from "./read-receipt.ts";
import { readRecording, replyAsSeen } from "./read-recording.ts";
import { RememberedMedia } from "./remembered-media.ts";
import { renameRecording } from "./rename-recording.ts";

type Deps = Base & { guards: Guards; jobs: Pick<Jobs, "send"> };

const ofOne = valid("param", z.object({ id: Id }));

/** Mounted at `/recordings`. */
export function recordingRoutes(deps: Deps) {
  const { guards, jobs } = deps;
  const remembered = new RememberedMedia();

  return new Hono<AppEnv>()
    .get("/", guards.session, valid("query", RecordingQuery), async (c) =>
      reply(c, RecordingList, await listRecordings(c.var.db, c.req.valid("query"))),
    )
    .get("/:id", guards.shared, ofOne, async (c) =>
      replyAsSeen(c, await readRecording(c.var.db, c.req.valid("param").id)),
    )
    .get("/:id/metadata", guards.shared, ofOne, async (c) =>
      replyAsSeen(c, await readRecording(c.var.db, c.req.valid("param").id)),
    )
    .get("/:id/receipt", guards.shared, withAccount, ofOne, async (c) =>
      reply(c, Receipt, await readReceipt(c.var.db, c.req.valid("param").id)),
    )
    .put("/:id", guards.shared, withAccount, ofOne, valid("json", RenameRecording), async (c) => {
      const { id } = c.req.valid("param");
      const renamed = await renameRecording(c.var.db, id, c.req.valid("json").filename);
      if (renamed.storage_type === "google_drive")
        await jobs.send(null, naming, { recording_id: id });
      return replyAsSeen(c, renamed);
    })
    .delete("/:id", guards.shared, withAccount, ofOne, async (c) => {
      const { id } = c.req.valid("param");
      await deleteRecording(c.var.db, id);
      remembered.forget(id);
      await jobs.send(null, objectRemoval, {});
      return reply(c, Done, { success: true });
    })
    .route("/", mediaRoutes({ ...deps, remembered }));
}
