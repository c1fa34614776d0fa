import type { Context, Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import type { Entered } from "#api/access/link.ts";
import { mediaPace } from "#api/access/media-pace.ts";
import { type SignedIn, withAccount } from "#api/access/session.ts";
import { bodyOf } from "#api/http/body-type.ts";
import type { AppEnv, Base } from "#api/http/context.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { Id } from "#contract/common.ts";
import { SheetShape } from "#contract/contact-sheets.ts";
import { Recording } from "#contract/recordings.ts";
import { answerWithMedia } from "./answer-with-media.ts";
import { findMedia, type Media, requireDownload } from "./find-media.ts";
import { answerWithPicture, setContactSheet, setThumbnail } from "./pictures.ts";
import type { OpenMedia, RememberedMedia } from "./remembered-media.ts";

type Deps = Base & { api: Hono<AppEnv>; guards: Guards; remembered: RememberedMedia };

const ofOne = valid("param", z.object({ id: Id }));
const asJpeg = (what: string) =>
  bodyOf("image/jpeg", `The ${what} must be a JPEG, sent as image/jpeg.`);

/** The bytes of a recording, under its own address. */
export function serveMedia(deps: Deps): void {
  const { api, guards, objects, database, remembered, env } = deps;
  const bytes = { objects, redirect: env.PREFER_REDIRECT };
  const service = database.asService("objects are noted before a row refers to them");
  const { paced, again } = mediaPace();
  const keeper = ({ var: { db, caller } }: Context<SignedIn>) => ({
    ...{ db, service, objects, account: caller.sub },
  });

  api.get("/recordings/:id/stream", async (c, next) => {
    const token = c.req.query("token") ?? "";
    const known = remembered.find(c.req.param("id"), token);
    if (!known) return next();
    again(token);
    return answerWithMedia({ ...known, ...asked(c), ...bytes, isLink: false });
  });
  api.get("/recordings/:id/stream", paced, guards.media, ofOne, async (c) => {
    const { id } = c.req.valid("param");
    const found = await open(c, id);
    if (!isLink(c)) remembered.keep(id, c.req.query("token"), found);
    return answerWithMedia({ ...found, ...asked(c), ...bytes, isLink: isLink(c) });
  });
  api.get("/recordings/:id/download", paced, guards.media, ofOne, async (c) => {
    const found = await open(c, c.req.valid("param").id, requireDownload);
    const file = { ...asked(c), ...bytes, isDownload: true, isLink: isLink(c) };
    return answerWithMedia({ ...file, ...found });
  });
  api.get("/recordings/:id/thumbnail", paced, guards.media, ofOne, async (c) => {
    const found = await findMedia(c.var.db, c.req.valid("param").id);
    return answerWithPicture(c.req.raw, objects, found.thumbnail);
  });
  api.post(
    "/recordings/:id/thumbnail",
    guards.shared,
    withAccount,
    asJpeg("thumbnail"),
    ofOne,
    async (c) => {
      const { id } = c.req.valid("param");
      return reply(c, Recording, await setThumbnail(keeper(c), id, c.req.raw.body));
    },
  );
  api.get("/recordings/:id/contact-sheet", paced, guards.media, ofOne, async (c) => {
    const found = await findMedia(c.var.db, c.req.valid("param").id);
    return answerWithPicture(c.req.raw, objects, found.contact_sheet);
  });
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

const isLink = (c: Context<Entered>) => c.var.caller.share !== undefined;

/** The same look as at the beginning is taken again for as long as bytes flow. */
async function open(
  c: Context<Entered>,
  id: string,
  require = (media: Media) => media,
): Promise<OpenMedia> {
  const { db, watchingSince } = c.var;
  const look = async () => require(await findMedia(db, id, watchingSince));
  return { media: await look(), isStillOpen: () => look().then(() => true) };
}
