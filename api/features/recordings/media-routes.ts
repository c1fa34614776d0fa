import { join } from "node:path";
import type { Context } from "hono";
import { z } from "zod";
import type { Entered } from "#api/access/link.ts";
import { mediaPace } from "#api/access/media-pace.ts";
import { type SignedIn, withAccount } from "#api/access/session.ts";
import { bodyOf } from "#api/http/body-type.ts";
import type { AppEnv } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import type { Parts } from "#api/parts.ts";
import { together } from "#api/platform/together.ts";
import { Id, OfOriginal } from "#contract/common.ts";
import { SheetShape } from "#contract/contact-sheets.ts";
import { Recording, ThumbnailQuery } from "#contract/recordings.ts";
import { answerWithMedia } from "./answer-with-media.ts";
import { drawThumbnail } from "./draw-thumbnail.ts";
import { findMedia, type Media, requireDownload, requireShown } from "./find-media.ts";
import { answerWithPicture, setContactSheet, setThumbnail } from "./pictures.ts";
import type { OpenMedia, RememberedMedia } from "./remembered-media.ts";

const ofOne = valid("param", z.object({ id: Id }));
const ofOriginal = valid("query", OfOriginal);
const asJpeg = (what: string) =>
  bodyOf("image/jpeg", `The ${what} must be a JPEG, sent as image/jpeg.`);

/** The bytes of a recording, under its own address. */
export function serveMedia(deps: Parts & { remembered: RememberedMedia }): void {
  const { api, guards, objects, remembered, env } = deps;
  const bytes = { objects, redirect: env.PREFER_REDIRECT };
  const { paced, again } = mediaPace();

  api.get("/recordings/:id/stream", async (c, next) => {
    const token = c.req.query("token") ?? "";
    const known = c.req.query("original") ? undefined : remembered.find(c.req.param("id"), token);
    if (!known) return next();
    again(token);
    return answerWithMedia({ ...known, ...asked(c), ...bytes, isLink: false });
  });
  api.get("/recordings/:id/stream", paced, guards.media, ofOne, ofOriginal, async (c) => {
    const wish = { id: c.req.valid("param").id, ...c.req.valid("query") };
    const found = await open(c, wish);
    if (!isLink(c) && !wish.original) remembered.keep(c.req.query("token"), found);
    return answerWithMedia({ ...found, ...asked(c), ...bytes, isLink: isLink(c) });
  });
  api.get("/recordings/:id/download", paced, guards.media, ofOne, ofOriginal, async (c) => {
    const wish = { id: c.req.valid("param").id, ...c.req.valid("query") };
    const found = await open(c, wish, requireDownload);
    const file = { ...asked(c), ...bytes, isDownload: true, isLink: isLink(c) };
    return answerWithMedia({ ...file, ...found });
  });
  api.get("/recordings/:id/thumbnail", paced, guards.media, ofOne, ofOriginal, async (c) => {
    const { media } = await open(c, { id: c.req.valid("param").id, ...c.req.valid("query") });
    return answerWithPicture(c.req.raw, objects, media.thumbnail, media);
  });
  api.get("/recordings/:id/contact-sheet", paced, guards.media, ofOne, ofOriginal, async (c) => {
    const { media } = await open(c, { id: c.req.valid("param").id, ...c.req.valid("query") });
    return answerWithPicture(c.req.raw, objects, media.contact_sheet, media);
  });
  serveOwnPictures(deps);
}

/** Pictures that the owner of a recording chooses or sends. */
function serveOwnPictures({ api, guards, objects, database, env }: Parts): void {
  const service = database.asService("objects are noted before a row refers to them");
  const tools = { workDirectory: join(env.DATA_DIR, "work"), ffmpegPath: env.FFMPEG_PATH };
  const keeper = ({ var: { db, caller } }: Context<SignedIn>) => ({
    ...{ db, service, objects, account: caller.sub },
  });

  api.post(
    "/recordings/:id/thumbnail",
    guards.shared,
    withAccount,
    asJpeg("thumbnail"),
    ofOne,
    valid("query", ThumbnailQuery),
    async (c) => {
      const [{ id }, { at, ...sent }] = [c.req.valid("param"), c.req.valid("query")];
      const { body, signal } = c.req.raw;
      const stored =
        at === undefined
          ? setThumbnail(keeper(c), { id, ...sent }, body)
          : drawThumbnail({ ...keeper(c), ...tools }, { id, at }, signal);
      return reply(c, Recording, await stored);
    },
  );
  api.post(
    "/recordings/:id/contact-sheet",
    guards.shared,
    withAccount,
    asJpeg("contact sheet"),
    ofOne,
    valid("query", SheetShape),
    async (c) => {
      const sheet = { id: c.req.valid("param").id, shape: c.req.valid("query") };
      return reply(c, Recording, await setContactSheet(keeper(c), sheet, c.req.raw.body));
    },
  );
}

const asked = ({ req, env }: Pick<Context<AppEnv>, "req" | "env">) => ({
  request: req.raw,
  server: env?.server, // tests may ask without one
});

/** All who watch through one link have one right, and it is looked at once for all of them. */
const lookedAgain = together<null, Media>();

const isLink = (c: Context<Entered>) => c.var.caller.share !== undefined;

interface Wish {
  id: string;
  original: boolean;
}
type Require = (media: Media) => Media;
const asItIs: Require = (media) => media;

async function open(c: Context<Entered>, wish: Wish, require = asItIs) {
  const { db, caller, watchingSince } = c.var;
  const options = { watchingSince, ofOriginal: wish.original };
  const media = require(requireShown(await findMedia(db, wish.id, options)));
  return opened({ db, caller }, wish, media, require);
}

/**
 * The same look as at the beginning is taken again for as long as bytes flow. A film that is no longer shown ends
 * for all who may not edit: something may have been removed from it. The request itself is kept by nothing here.
 */
function opened(
  { db, caller }: Pick<Entered["Variables"], "db" | "caller">,
  { id, original }: Wish,
  media: Media,
  require: Require,
): OpenMedia {
  const isStillOpen = async () => {
    const question = JSON.stringify([caller, id, original]);
    const look = () => findMedia(db, id, { ofOriginal: original });
    const now = require(requireShown(await lookedAgain(question, null, look)));
    return now.can_edit || now.shown_at?.getTime() === media.shown_at?.getTime();
  };
  return { id, media, isStillOpen };
}
