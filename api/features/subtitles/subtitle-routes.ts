import type { Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { mediaPace } from "#api/access/media-pace.ts";
import type { Serve } from "#api/access/serve.ts";
import { type SignedIn, withAccount } from "#api/access/session.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { type Limit, type TakeToken, within } from "#api/http/limits/rate-limit.ts";
import { requireJson, valid } from "#api/http/valid.ts";
import type { Jobs } from "#api/platform/jobs/queue.ts";
import { streamOfChunks } from "#api/platform/objects/chunk-stream.ts";
import { PromisedRoom } from "#api/platform/objects/disk-room.ts";
import type { SubtitleOffer } from "#api/services/subtitle-offer.ts";
import { Id, OfOriginal } from "#contract/common.ts";
import {
  DownloadQuery,
  deleteSubtitleCall,
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
import { deleteSubtitle, editSubtitle, requireMayAdd, uploadSubtitle } from "./change-subtitles.ts";
import { formAsJson } from "./form-as-json.ts";
import { listSubtitles, readSubtitle, readTranscript } from "./read-subtitles.ts";

interface Deps extends Base {
  api: Hono<AppEnv>;
  serve: Serve;
  guards: Guards;
  takeToken: TakeToken;
  jobs: Pick<Jobs, "send">;
  subtitles: SubtitleOffer;
}

const ALL = "/recordings/:id/subtitles";
const ONE = `${ALL}/:subtitleId` as const;

const One = valid("param", z.object({ id: Id }));
const FilmOrOriginal = valid("query", OfOriginal);
const OneSubtitle = valid("param", z.object({ id: Id, subtitleId: Id }));

/** An editor saves often; a file of hours of speech is large. */
const additions: Limit = {
  name: "subtitle:account",
  capacity: 60,
  period: 600,
  message: "You have added many subtitles in a short time. Please wait a moment and try again.",
};

const whoMayAdd = createMiddleware<SignedIn, `${typeof ALL}/upload`>(async (c, next) => {
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

/**
 * Served before the calls that read `/recordings/{id}`. Subtitles leave as bytes, written where nobody waits for them;
 * only the call that answers without one is served by the contract alone.
 */
export function serveSubtitles(deps: Deps): void {
  const { api, serve, guards, takeToken } = deps;

  api.get(ALL, guards.shared, One, FilmOrOriginal, async (c) => {
    const { original } = c.req.valid("query");
    const listed = await listSubtitles(c.var.db, c.req.valid("param").id, original);
    return c.body(streamOfChunks(listed, 0), 200, { "Content-Type": "application/json" });
  });
  api.post(
    `${ALL}/upload`,
    guards.shared,
    withAccount,
    within(additions, takeToken),
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
  );
  serveOrders(deps);
  api.get(
    "/recordings/:id/transcript",
    guards.shared,
    One,
    valid("query", TranscriptQuery),
    async (c) => {
      const { language, original } = c.req.valid("query");
      const { id } = c.req.valid("param");
      return answerWithJson(await readTranscript(c.var.db, id, language, original), "transcript");
    },
  );
  api.get(ONE, guards.shared, OneSubtitle, FilmOrOriginal, async (c) => {
    const { id, subtitleId } = c.req.valid("param");
    const { original } = c.req.valid("query");
    return answerWithJson(await readSubtitle(c.var.db, id, subtitleId, original), "with-cues");
  });
  api.put(ONE, guards.shared, withAccount, OneSubtitle, promisedRoom(deps), async (c) => {
    requireJson(c.req.raw);
    const { id, subtitleId } = c.req.valid("param");
    const edited = await editSubtitle(c.var.db, id, subtitleId, await c.req.text());
    return answerWithJson(edited, "with-cues");
  });
  serve(deleteSubtitleCall, ({ db, params: { id, subtitleId } }) =>
    deleteSubtitle(db, id, subtitleId),
  );
  serveFiles(deps);
}

/** The calls for subtitles that jobs of this server make. */
function serveOrders({ api, guards, jobs, database, takeToken, subtitles: offer }: Deps): void {
  const service = database.asService("runs are begun by functions that check whose they are");
  const adding = within(additions, takeToken);
  const orderer = (c: Context<SignedIn>): Orderer => ({
    db: c.var.db,
    service,
    account: c.var.caller.sub,
    offer,
    jobs,
  });

  api.post(
    ALL,
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
  );
  api.post(`${ONE}/retry`, guards.shared, withAccount, adding, OneSubtitle, async (c) => {
    const { id, subtitleId } = c.req.valid("param");
    const begun = await retryTranscription(orderer(c), id, subtitleId);
    return answerWithJson(begun, "subtitle", 202);
  });
  api.post(
    `${ONE}/translate`,
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

/** Subtitles in the forms of files: to keep, and for a player. */
function serveFiles({ api, guards }: Deps): void {
  const { paced } = mediaPace();
  api.get(
    `${ONE}/download`,
    paced,
    guards.media,
    OneSubtitle,
    valid("query", DownloadQuery),
    async (c) => {
      const { id, subtitleId } = c.req.valid("param");
      return answerWithFile(c.var.db, id, subtitleId, c.req.valid("query"));
    },
  );
  api.get(`${ONE}/track`, paced, guards.media, OneSubtitle, FilmOrOriginal, async (c) => {
    const { id, subtitleId } = c.req.valid("param");
    const { original } = c.req.valid("query");
    return answerWithTrack(c.req.raw, await readSubtitle(c.var.db, id, subtitleId, original));
  });
}
