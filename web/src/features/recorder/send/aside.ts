import { getDefaultStore } from "jotai";
import { readReceipt } from "#web/data/recordings.ts";
import type { Manifest } from "#web/features/recorder/keep/manifest.ts";
import { hold, type Take } from "#web/features/recorder/keep/take.ts";
import { isUnknown } from "#web/lib/api-error.ts";
import { type Aside, asideAtom } from "./aside-takes.ts";
import { deliver, deliverInBackground } from "./delivery.ts";
import { discardOnServer, discardUnheard, restoreOnServer } from "./discarded.ts";

/** A take that was thrown away while it ran can be brought back for so long, as on the server. */
const KEPT_MS = 10 * 60_000;

const store = getDefaultStore();

/** Nothing of it is left where it was thrown away: neither here nor, after the server's own time, there. */
export async function throwAway(take: Take): Promise<void> {
  const { userId, upload, again } = take.manifest;
  const place = upload ?? again;
  await setAside(take, { told: place ? discardOnServer(userId, place.recordingId) : null });
}

/** Its place on the server is the next take's now. Where it is brought back, it goes to one of its own. */
export async function makeWay(take: Take): Promise<void> {
  const { upload } = take.manifest;
  await setAside(take, { former: upload, fields: { upload: null, again: undefined } });
}

/** The take that was to follow has never begun, and the recording is thrown away with both. */
export async function giveWayBack(id: string, told: Promise<void>): Promise<void> {
  const aside = store.get(asideAtom).find(({ take }) => take.manifest.id === id);
  if (!aside?.former) return;
  aside.told = told;
  await aside.take.note({ upload: aside.former });
}

/** A take that an earlier visit threw away goes when its time is over, as it would have then. */
export const isThrownAway = ({ manifest }: Take) => manifest.discarded !== undefined;

export async function setAside(
  take: Take,
  how: { told?: Aside["told"]; former?: Aside["former"]; fields?: Partial<Manifest> } = {},
): Promise<void> {
  const discarded = take.manifest.discarded ?? Date.now();
  // Noted first: where the page ends in the next moment, it is not offered as one that was cut off.
  await take.note({ ...how.fields, discarded });
  const left = Math.max(0, discarded + KEPT_MS - Date.now());
  const timer = setTimeout(() => void whenOver(aside).catch(() => {}), left);
  const aside = { take, told: how.told ?? null, former: how.former ?? null, timer };
  store.set(asideAtom, (all) => [...all, aside].toSorted((a, b) => whenOf(a) - whenOf(b)));
}

/** A recording that its owner has restored meanwhile needs the rest that is here. Without an answer the rest stays. */
async function whenOver(aside: Aside) {
  const { userId, upload } = aside.take.manifest;
  await discardUnheard(userId);
  const isThere = await (upload && readReceipt(upload.recordingId).catch(unlessUnknown));
  await (isThere ? bringBack(aside) : letGo(aside.take));
}
const unlessUnknown = (error: unknown) => !isUnknown(error) && Promise.reject(error);

const whenOf = ({ take }: Aside) => take.manifest.discarded ?? 0;

/** Gives it back as it was sent, or to be saved. Fails where the server has to help and cannot be reached. */
export async function bringBack({ take, told }: Aside): Promise<void> {
  await told;
  const { userId, upload, again, mayUpload } = take.manifest;
  const place = upload ?? again;
  if (place) await restoreOnServer(userId, place.recordingId);
  if (!forget(take)) return;
  await take.note({ discarded: undefined });
  if (mayUpload) deliverInBackground(deliver(take));
  else hold(take);
}

/** Another person at this computer finds none of it. */
export const letGoOf = (isTheirs: (userId: string) => boolean) => {
  for (const { take } of store.get(asideAtom)) if (isTheirs(take.manifest.userId)) void letGo(take);
};

async function letGo(take: Take) {
  if (forget(take)) await take.discard();
}

/** False where somebody else has done so: it was brought back in the last moment, or its time was over. */
function forget(take: Take): boolean {
  const found = store.get(asideAtom).find((aside) => aside.take === take);
  if (!found) return false;
  clearTimeout(found.timer);
  store.set(asideAtom, (all) => all.filter((aside) => aside !== found));
  return true;
}
