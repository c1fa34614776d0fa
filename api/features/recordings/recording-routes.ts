import { type Context, Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import type { Entered } from "#api/access/link.ts";
import { signMediaToken } from "#api/access/media-token.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { objectRemoval } from "#api/job-kinds.ts";
import type { Jobs } from "#api/platform/queue.ts";
import { Done, Id } from "#contract/common.ts";
import {
  MediaToken,
  Receipt,
  Recording,
  RecordingList,
  RecordingQuery,
  RenameRecording,
} from "#contract/recordings.ts";
import {
  deleteRecording,
  listRecordings,
  readReceipt,
  readRecording,
  renameRecording,
} from "./library.ts";
import { openMedia, requireDownload, serveMedia } from "./media.ts";
import { RememberedMedia } from "./remembered-media.ts";
import { serveThumbnail, storeThumbnail } from "./thumbnail.ts";

type Deps = Base & { guards: Guards; jobs: Pick<Jobs, "send"> };
type MediaDeps = Base & { guards: Guards; remembered: RememberedMedia };

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
      reply(c, Recording, await readRecording(c.var.db, c.req.valid("param").id)),
    )
    .get("/:id/metadata", guards.shared, ofOne, async (c) =>
      reply(c, Recording, await readRecording(c.var.db, c.req.valid("param").id)),
    )
    .get("/:id/receipt", guards.session, ofOne, async (c) =>
      reply(c, Receipt, await readReceipt(c.var.db, c.req.valid("param").id)),
    )
    .put("/:id", guards.shared, ofOne, valid("json", RenameRecording), async (c) => {
      const { filename } = c.req.valid("json");
      return reply(
        c,
        Recording,
        await renameRecording(c.var.db, c.req.valid("param").id, filename),
      );
    })
    .delete("/:id", guards.session, ofOne, async (c) => {
      const { id } = c.req.valid("param");
      await deleteRecording(c.var.db, id);
      remembered.forget(id);
      await jobs.send(null, objectRemoval, {});
      return reply(c, Done, { success: true });
    })
    .route("/", mediaRoutes({ ...deps, remembered }));
}

/** The bytes themselves, under the same address. */
function mediaRoutes(deps: MediaDeps) {
  const { guards, keys, objects, database, remembered } = deps;
  const service = database.asService("objects are noted before a row refers to them");
  const open = (c: Context<Entered>, id: string) => openMedia(c.var.db, id, c.var.watchingSince);

  return new Hono<AppEnv>()
    .post("/:id/media-token", guards.shared, ofOne, async (c) => {
      const { id } = await readRecording(c.var.db, c.req.valid("param").id);
      return reply(c, MediaToken, await signMediaToken(keys, c.var.caller, id));
    })
    .get("/:id/stream", async (c, next) => {
      const known = remembered.find(c.req.param("id"), c.req.query("token"));
      return known ? serveMedia({ request: c.req.raw, objects, media: known }) : next();
    })
    .get("/:id/stream", guards.media, ofOne, async (c) => {
      const { id } = c.req.valid("param");
      const look = () => open(c, id);
      const isStillOpen = whileLinkLasts(c, look);
      const found = await look();
      if (!isStillOpen) remembered.keep(id, c.req.query("token"), found);
      return serveMedia({ request: c.req.raw, objects, media: found, isStillOpen });
    })
    .get("/:id/download", guards.media, ofOne, async (c) => {
      const look = async () => requireDownload(await open(c, c.req.valid("param").id));
      const file = { request: c.req.raw, objects, isDownload: true, media: await look() };
      return serveMedia({ ...file, isStillOpen: whileLinkLasts(c, look) });
    })
    .get("/:id/thumbnail", guards.media, ofOne, (c) =>
      serveThumbnail({ db: c.var.db, objects }, c.req.valid("param").id, c.req.raw),
    )
    .post("/:id/thumbnail", guards.session, ofOne, async (c) => {
      const { id } = c.req.valid("param");
      const stored = await storeThumbnail({ db: c.var.db, service, objects }, id, c.req.raw.body);
      return reply(c, Recording, stored);
    });
}

/** For those who came through a link: the same look as at the beginning, taken again and again. */
const whileLinkLasts = (c: Context<Entered>, look: () => Promise<unknown>) =>
  c.var.caller.share === undefined ? undefined : () => look().then(() => true);
