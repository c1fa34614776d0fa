import type { SharedPlace } from "#contract/shares.ts";
import { READ_PATIENCE_MS } from "./read-patience.ts";
import { shareHeaders } from "./share-scope.ts";
import { storedSession } from "./stored-session.ts";

/**
 * Asks what a link opens before React is there: this file stands first in the page of a link, and needs nothing large.
 */
let begun = begin(location.pathname);
const picture = begun && {
  shareToken: begun.shareToken,
  answered: begun.answer.catch(() => undefined), // the error is told to the code that takes the answer
  drawn: begun.answer.then(draw).catch(() => undefined),
};

/** A picture that does not come keeps the player waiting for no longer than this. */
const PICTURE_PATIENCE_MS = 2_000;

/** The answer that is on its way already; once, for the next one must be a new one. */
export function takeEarlyAnswer(shareToken: string): Promise<Response> | undefined {
  const taken = begun?.shareToken === shareToken ? begun.answer : undefined;
  begun = undefined;
  return taken;
}

/** The name of what a link opens. */
export const nameOf = (place: SharedPlace) =>
  place.kind === "folder" ? place.folder.name : place.recording.filename;

/** The address of the picture that stands in the video's place; undefined where there is none. */
export function pictureOf(place: SharedPlace) {
  if (place.kind === "folder") return undefined;
  const { recording, media } = place;
  return recording.playable && recording.thumbnail_path
    ? `/api/recordings/${recording.id}/thumbnail?token=${encodeURIComponent(media.token)}`
    : undefined;
}

export const earlyPicture = (shareToken: string): Promise<string | undefined> =>
  picture?.shareToken === shareToken ? picture.drawn : Promise.resolve(undefined);

const sight = Promise.withResolvers<void>();
export const pictureIsInSight = () => sight.resolve();

/** Holds back the code of a page: on a slow line the picture would share it with the player. */
export async function pictureFirst(shareToken: string): Promise<void> {
  if (picture?.shareToken !== shareToken) return;
  await picture.answered;
  const tooLong = new Promise((resolve) => setTimeout(resolve, PICTURE_PATIENCE_MS));
  const seen = picture.drawn.then((src) => (src ? sight.promise : undefined));
  await Promise.race([seen, tooLong]);
}

async function draw(answer: Response): Promise<string | undefined> {
  if (!answer.ok) return undefined;
  // The schema that knows this answer comes with the player; until then a wrong one draws nothing.
  const view: SharedPlace = await answer.clone().json();
  const src = pictureOf(view);
  if (!src) return undefined;
  const image = new Image();
  image.src = src;
  await image.decode();
  return src;
}

function begin(path: string) {
  const [, shareToken] = /^\/(?:shared|embed)\/([\w-]+)$/.exec(path) ?? [];
  if (!shareToken) return undefined;
  const session = storedSession.read();
  const answer = fetch(`/api/shared/${shareToken}`, {
    headers: {
      ...(session && { Authorization: `Bearer ${session.token}` }),
      ...shareHeaders(shareToken),
    },
    signal: AbortSignal.timeout(READ_PATIENCE_MS),
  });
  return { shareToken, answer };
}
