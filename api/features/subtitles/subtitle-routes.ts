import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { mediaPace } from "#api/access/media-pace.ts";
import { type SignedIn, withAccount } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { type Limit, type TakeToken, within } from "#api/http/rate-limit.ts";
import { reply } from "#api/http/reply.ts";
import { requireJson, valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { streamOfChunks } from "#api/platform/objects/chunk-stream.ts";
import { PromisedRoom } from "#api/platform/objects/disk-room.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import { Done, Id } from "#contract/common.ts";
import {
  DownloadQuery,
  GenerateSubtitle,
  SUBTITLE_LIMIT_BYTES,
  TranscriptQuery,
  TranslateSubtitle,
  UploadSubtitle,
} from "#contract/subtitles.ts";
import { answerWithFile, answerWithJson, answerWithTrack } from "./answer-with-captions.ts";
import {
  beginTranscription,
  beginTranslation,
  type Orderer,
  retryTranscription,
} from "./begin-transcription.ts";
import { deleteSubtitle } from "./delete-subtitle.ts";
import { editSubtitle } from "./edit-subtitle.ts";
import { formAsJson } from "./form-as-json.ts";
import { listSubtitles, readSubtitle, readTranscript } from "./read-subtitles.ts";
import { requireMayAdd, uploadSubtitle } from "./upload-subtitle.ts";

interface Deps extends Base {
  guards: Guards;
  takeToken: TakeToken;
  jobs: Pick<Jobs, "send">;
  subtitles: SubtitleOffer;
}

const One = valid("param", z.object({ id: Id }));
const OneSubtitle = valid("param", z.object({ id: Id, subtitleId: Id }));

/** An editor saves often; a file of hours of speech is large. */
const additions: Limit = {
  name: "subtitle:account",
  capacity: 60,
  period: 600,
  message: "You have added many subtitles in a short time. Please wait a moment and try again.",
};

const whoMayAdd = createMiddleware<SignedIn, "/:id/subtitles/upload">(async (c, next) => {
  await requireMayAdd(c.var.db, c.req.param("id"));
  await next();
});

/** A text takes several times its length: the row, its search index, and the log of both. */
const TIMES_ITS_LENGTH = 8;

/** Where the database lies on the same disk as the videos, room for a text is promised as it is for videos. */
const promisedRoom = ({ objects, env }: Pick<Base, "objects" | "env">) =>
  createMiddleware(async (c, next) => {
    if ((await objects.room()) === null) return next();
    const length = Number(c.req.header("Content-Length") ?? SUBTITLE_LIMIT_BYTES);
    using room = new PromisedRoom(env.DATA_DIR, () => 0);
    room.need(length * TIMES_ITS_LENGTH);
    return await next();
  });

/** Mounted at `/recordings`, before the routes that read `/recordings/{id}`. */
export function subtitleRoutes(deps: Deps) {
  const { guards, takeToken } = deps;
  const adding = within(additions, takeToken);

  return new Hono<AppEnv>()
    .get("/:id/subtitles", guards.shared, One, async (c) => {
      const listed = await listSubtitles(c.var.db, c.req.valid("param").id);
      return c.body(streamOfChunks(listed, 0), 200, { "Content-Type": "application/json" });
    })
    .post(
      "/:id/subtitles/upload",
      guards.shared,
      withAccount,
      adding,
      One,
      whoMayAdd,
      formAsJson,
      valid("json", UploadSubtitle),
      promisedRoom(deps),
      async (c) => {
        const { id } = c.req.valid("param");
        const uploaded = await uploadSubtitle(c.var.db, id, c.req.valid("json"));
        return answerWithJson(uploaded, "subtitle", 201);
      },
    )
    .route("/", orders(deps))
    .route("/:id/transcript", transcript(guards))
    .route("/:id/subtitles/:subtitleId", oneSubtitle(deps));
}

/** The calls for subtitles that jobs of this server make. */
function orders({ guards, jobs, database, takeToken, subtitles: offer }: Deps) {
  const service = database.asService("runs are begun by functions that check whose they are");
  const adding = within(additions, takeToken);
  const orderer = (c: Context<SignedIn>): Orderer => ({
    db: c.var.db,
    service,
    account: c.var.caller.sub,
    offer,
    jobs,
  });

  return new Hono<AppEnv>()
    .post(
      "/:id/subtitles",
      guards.shared,
      withAccount,
      adding,
      One,
      valid("json", GenerateSubtitle),
      async (c) => {
        const { id } = c.req.valid("param");
        const begun = await beginTranscription(orderer(c), id, c.req.valid("json"));
        return answerWithJson(begun, "subtitle", 202);
      },
    )
    .post(
      "/:id/subtitles/:subtitleId/retry",
      guards.shared,
      withAccount,
      adding,
      OneSubtitle,
      async (c) => {
        const { id, subtitleId } = c.req.valid("param");
        const begun = await retryTranscription(orderer(c), id, subtitleId);
        return answerWithJson(begun, "subtitle", 202);
      },
    )
    .post(
      "/:id/subtitles/:subtitleId/translate",
      guards.shared,
      withAccount,
      adding,
      OneSubtitle,
      valid("json", TranslateSubtitle),
      async (c) => {
        const { id, subtitleId } = c.req.valid("param");
        const { language } = c.req.valid("json");
        const begun = await beginTranslation(orderer(c), id, subtitleId, language);
        return answerWithJson(begun, "subtitle", 202);
      },
    );
}

const transcript = (guards: Guards) =>
  new Hono<AppEnv>().get("/", guards.shared, One, valid("query", TranscriptQuery), async (c) => {
    const { language } = c.req.valid("query");
    const { id } = c.req.valid("param");
    return answerWithJson(await readTranscript(c.var.db, id, language), "transcript");
  });

function oneSubtitle(deps: Deps) {
  const { guards } = deps;
  const { paced } = mediaPace();
  return new Hono<AppEnv>()
    .get("/", guards.shared, OneSubtitle, async (c) => {
      const { id, subtitleId } = c.req.valid("param");
      return answerWithJson(await readSubtitle(c.var.db, id, subtitleId), "with-cues");
    })
    .put("/", guards.shared, withAccount, OneSubtitle, promisedRoom(deps), async (c) => {
      requireJson(c.req.raw);
      const { id, subtitleId } = c.req.valid("param");
      const edited = await editSubtitle(c.var.db, id, subtitleId, await c.req.text());
      return answerWithJson(edited, "with-cues");
    })
    .delete("/", guards.shared, withAccount, OneSubtitle, async (c) => {
      const { id, subtitleId } = c.req.valid("param");
      await deleteSubtitle(c.var.db, id, subtitleId);
      return reply(c, Done, { success: true });
    })
    .get(
      "/download",
      paced,
      guards.media,
      OneSubtitle,
      valid("query", DownloadQuery),
      async (c) => {
        const { id, subtitleId } = c.req.valid("param");
        return answerWithFile(c.var.db, id, subtitleId, c.req.valid("query").format);
      },
    )
    .get("/track", paced, guards.media, OneSubtitle, async (c) => {
      const { id, subtitleId } = c.req.valid("param");
      return answerWithTrack(c.req.raw, await readSubtitle(c.var.db, id, subtitleId));
    });
}
