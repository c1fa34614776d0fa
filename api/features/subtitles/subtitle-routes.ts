import type { Context } from "hono";
import { createMiddleware } from "hono/factory";
import { actingWith } from "#api/access/account.ts";
import { mediaPace } from "#api/access/media-pace.ts";
import type { Entered } from "#api/access/session.ts";
import type { Limit } from "#api/http/limits/rate-limit.ts";
import type { Parts } from "#api/parts.ts";
import { streamOfChunks } from "#api/platform/objects/chunk-stream.ts";
import { PromisedRoom } from "#api/platform/objects/disk-room.ts";
import {
  deleteSubtitleCall,
  downloadSubtitleCall,
  editSubtitleCall,
  generateSubtitleCall,
  getCaptionTrackCall,
  getSubtitleCall,
  getTranscriptCall,
  listSubtitlesCall,
  retrySubtitleCall,
  SUBTITLE_LIMIT_BYTES,
  translateSubtitleCall,
  uploadSubtitleCall,
} from "#contract/subtitles.ts";
import { answerWithFile, answerWithJson, answerWithTrack } from "./answer-with-captions.ts";
import { beginTranscription, beginTranslation, retryTranscription } from "./begin-transcription.ts";
import { deleteSubtitle, editSubtitle, requireMayAdd, uploadSubtitle } from "./change-subtitles.ts";
import { formAsJson } from "./form-as-json.ts";
import { listSubtitles, readSubtitle, readTranscript } from "./read-subtitles.ts";
import type { SubtitleRow } from "./subtitle-row.ts";

const ONE = "/recordings/:id/subtitles/:subtitleId";

/** An editor saves often; a file of hours of speech is large. */
const additions: Limit = {
  name: "subtitle:account",
  capacity: 60,
  period: 600,
  done: "added many subtitles",
};

const whoMayAdd = createMiddleware<Entered, "/recordings/:id/*">(async (c, next) => {
  await requireMayAdd(c.var.db, c.req.param("id"));
  await next();
});

/** A text takes several times its length: the row, its search index, and the log of both. */
const TIMES_ITS_LENGTH = 8;

/** Where the database lies on the same disk as the videos, room for a text is promised as it is for videos. */
const inPromisedRoom =
  ({ objects, env }: Parts) =>
  async <Row>(c: Context, keep: () => Promise<Row>): Promise<Row> => {
    if ((await objects.room()) === null) return keep();
    const length = Number(c.req.header("Content-Length") ?? SUBTITLE_LIMIT_BYTES);
    using room = new PromisedRoom(env.DATA_DIR, () => 0);
    room.need(length * TIMES_ITS_LENGTH);
    return await keep();
  };

/** Served before the calls that read `/recordings/{id}`. Subtitles leave as bytes, written where nobody waits for them. */
export function serveSubtitles(deps: Parts): void {
  const { serve } = deps;
  const inRoom = inPromisedRoom(deps);
  serve(listSubtitlesCall, async ({ db, params, query, c }) => {
    const listed = await listSubtitles(db, params.id, query.original);
    return c.body(streamOfChunks(listed, 0), 200, { "Content-Type": "application/json" });
  });
  serve(
    uploadSubtitleCall,
    async ({ db, params, body, c }) => {
      const uploaded = await inRoom(c, () => uploadSubtitle(db, params.id, body));
      return answerWithJson(uploaded, "subtitle", 201);
    },
    { limit: additions, beforeBody: [whoMayAdd, formAsJson] },
  );
  serveOrders(deps);
  serve(getTranscriptCall, async ({ db, params, query: { language, original } }) =>
    answerWithJson(await readTranscript(db, params.id, language, original), "transcript"),
  );
  serve(getSubtitleCall, async ({ db, params, query }) =>
    answerWithJson(await readSubtitle(db, params, query.original), "with-cues"),
  );
  serve(
    editSubtitleCall,
    async ({ db, params, c }) => {
      const edit = async () => editSubtitle(db, params, await c.req.text());
      return answerWithJson(await inRoom(c, edit), "with-cues");
    },
    { isText: true },
  );
  serve(deleteSubtitleCall, ({ db, params }) => deleteSubtitle(db, params));
  serveFiles(deps);
}

/** The calls for subtitles that jobs of this server make. */
function serveOrders({ serve, jobs, database, subtitles: offer }: Parts): void {
  const service = database.asService("runs are begun by functions that check whose they are");
  const limit = { limit: additions };
  const by = actingWith(service, { offer, jobs });
  const begun = async (row: Promise<SubtitleRow>) => answerWithJson(await row, "subtitle", 202);

  serve(
    generateSubtitleCall,
    (asked) => begun(beginTranscription(by(asked), asked.params.id, asked.body)),
    limit,
  );
  serve(retrySubtitleCall, (asked) => begun(retryTranscription(by(asked), asked.params)), limit);
  serve(
    translateSubtitleCall,
    (asked) => begun(beginTranslation(by(asked), asked.params, asked.body.language)),
    limit,
  );
}

/** Subtitles in the forms of files: to keep, and for a player. */
function serveFiles({ api, serve }: Parts): void {
  const { paced } = mediaPace();
  api.get(`${ONE}/download`, paced).get(`${ONE}/track`, paced);
  serve(downloadSubtitleCall, ({ db, params, query }) => answerWithFile(db, params, query));
  serve(getCaptionTrackCall, async ({ db, params, query, c }) =>
    answerWithTrack(c.req.raw, await readSubtitle(db, params, query.original)),
  );
}
