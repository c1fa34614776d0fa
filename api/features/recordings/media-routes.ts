import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { actingWith } from "#api/access/account.ts";
import { mediaPace } from "#api/access/media-pace.ts";
import type { Asked } from "#api/access/serve.ts";
import { bodyOf } from "#api/http/body-type.ts";
import { hasLargeBody } from "#api/http/limits/small-json.ts";
import type { Parts } from "#api/parts.ts";
import { together } from "#api/platform/together.ts";
import {
  downloadRecordingCall,
  getContactSheetCall,
  getThumbnailCall,
  setContactSheetCall,
  setThumbnailCall,
  streamRecordingCall,
} from "#contract/media.ts";
import { type Asking, answerWithMedia } from "./answer-with-media.ts";
import { drawThumbnail } from "./draw-thumbnail.ts";
import { findMedia, type Media, requireDownload, requireShown } from "./find-media.ts";
import { answerWithPicture, setContactSheet, setThumbnail } from "./pictures.ts";
import type { OpenMedia, Remembered, RememberedMedia } from "./remembered-media.ts";

/** A call for the bytes of a recording, or of its original. */
type Watching = Pick<Asked<typeof streamRecordingCall>, "db" | "caller" | "params" | "query" | "c">;

type MediaParts = Parts & { remembered: RememberedMedia };

const STREAM = "/recordings/:id/stream";
/** The address of a player, with nothing in it but its token. */
const OF_A_PLAYER = /^\w+:\/\/[^/?]+\/api\/recordings\/([\w-]+)\/stream\?token=([\w.-]+)$/;

/** The answers of one round of the event loop that are sent ahead of all lines; the rest stands in line. */
const AHEAD_AT_ONCE = 16;

/** The bytes of a recording, under its own address. */
export function serveMedia(deps: MediaParts): void {
  const { api, serve, objects, remembered, env } = deps;
  const bytes = { objects, redirect: env.PREFER_REDIRECT };
  const { paced, again } = mediaPace();

  serveRemembered(deps, again);
  for (const what of ["stream", "download", "thumbnail", "contact-sheet"])
    api.get(`/recordings/:id/${what}`, paced);
  const answer = async (asked: Watching, found: OpenMedia, isDownload = false) =>
    answerWithMedia({ ...found, ...from(asked), ...bytes, isDownload, isLink: isLink(asked) });
  const picture = (which: "thumbnail" | "contact_sheet") => async (asked: Watching) => {
    const { media } = await open(asked);
    return answerWithPicture(asked.c.req.raw, objects, media[which], media);
  };
  serve(streamRecordingCall, async (asked) => {
    const found = await open(asked);
    if (!isLink(asked) && !asked.query.original) remembered.keep(asked.c.req.query("token"), found);
    return answer(asked, found);
  });
  serve(downloadRecordingCall, async (asked) =>
    answer(asked, await open(asked, requireDownload), true),
  );
  serve(getThumbnailCall, picture("thumbnail"));
  serve(getContactSheetCall, picture("contact_sheet"));
  serveOwnPictures(deps);
}

/** The next ranges for a player that was let in seconds ago. */
function serveRemembered(deps: MediaParts, again: (token: string) => void): void {
  const { api, ahead, objects, remembered, env } = deps;
  const isEarly = firstOfRound(AHEAD_AT_ONCE);
  const isOnDisk = ({ file, parts }: Media) => {
    const { store } = file ?? parts?.[0] ?? {};
    return store !== undefined && objects.storageType(store) === "local";
  };
  const goOn = async (known: Remembered, asking: Asking) => {
    again(known.token);
    const bytes = { objects, redirect: env.PREFER_REDIRECT };
    return answerWithMedia({ ...known, ...asking, ...bytes, isLink: false });
  };

  ahead.push((request, server) => {
    const [, id = "", token] = OF_A_PLAYER.exec(request.url) ?? [];
    const known = remembered.find(id, token);
    const waits = !known || !isOnDisk(known.media) || !isEarly() || hasLargeBody(request);
    if (waits || !/^(GET|HEAD)$/.test(request.method)) return undefined;
    return {
      route: `/api${STREAM}`,
      given: { id },
      answer: () => goOn(known, { request, server }),
    };
  });
  api.get(STREAM, async (c, next) => {
    const known = remembered.find(c.req.param("id"), c.req.query("token"));
    if (!known || c.req.query("original")) return next();
    await setImmediate(); // calls of other people come in between
    return goOn(known, from({ c }));
  });
}

/** Whether a call is one of the first so many in this round of the event loop. */
function firstOfRound(most: number) {
  let count = 0;
  const beginAnew = () => {
    count = 0;
  };
  return () => {
    if (count === 0) void setImmediate().then(beginAnew);
    count += 1;
    return count <= most;
  };
}

/** In a day: pictures count in no quota. A recorder sends two of each recording. */
const pictures = {
  name: "picture:account",
  capacity: 1000,
  period: 86_400,
  done: "sent very many pictures",
};

/** Pictures that the owner of a recording chooses or sends. */
function serveOwnPictures({ serve, objects, database, env }: Parts): void {
  const service = database.asService("objects are noted before a row refers to them");
  const tools = { workDirectory: join(env.DATA_DIR, "work"), ffmpegPath: env.FFMPEG_PATH };
  const keeper = actingWith(service, { objects });

  serve(
    setThumbnailCall,
    (asked) => {
      const { id } = asked.params;
      const { at, ...sent } = asked.query;
      const { body, signal } = asked.c.req.raw;
      return at === undefined
        ? setThumbnail(keeper(asked), { id, ...sent }, body)
        : drawThumbnail({ ...keeper(asked), ...tools }, { id, at }, signal);
    },
    { limit: pictures, beforeBody: [asJpeg("thumbnail")] },
  );
  serve(
    setContactSheetCall,
    (asked) => {
      const sheet = { id: asked.params.id, shape: asked.query };
      return setContactSheet(keeper(asked), sheet, asked.c.req.raw.body);
    },
    { limit: pictures, beforeBody: [asJpeg("contact sheet")] },
  );
}

const asJpeg = (what: string) =>
  bodyOf("image/jpeg", `The ${what} must be a JPEG, sent as image/jpeg.`);

const from = ({ c: { req, env } }: Pick<Watching, "c">) => ({
  request: req.raw,
  server: env?.server, // tests may ask without one
});

/** All who watch through one link have one right, and it is looked at once for all of them. */
const lookedAgain = together<null, Media>();

const isLink = ({ caller }: Pick<Watching, "caller">) => caller.share !== undefined;

type Require = (media: Media) => Media;
/** A function of each call's own would keep its whole request for as long as the player is remembered. */
const asItIs: Require = (media) => media;

async function open({ c, ...wish }: Watching, require = asItIs) {
  const options = { watchingSince: c.var.watchingSince, ofOriginal: wish.query.original };
  const media = require(requireShown(await findMedia(wish.db, wish.params.id, options)));
  return opened(wish, media, require);
}

/**
 * The same look as at the beginning is taken again for as long as bytes flow. A film that is no longer shown ends
 * for all who may not edit: something may have been removed from it. The request itself is kept by nothing here.
 */
function opened(
  { db, caller, params: { id }, query: { original } }: Omit<Watching, "c">,
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
