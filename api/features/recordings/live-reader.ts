import { conflict, forbidden, one } from "#api/http/errors.ts";
import type { LiveTake } from "#api/media/live/live-take.ts";
import { type LiveTakes, untilNews } from "#api/media/live/live-takes.ts";
import type { Caller, Db } from "#api/platform/database.ts";
import { together } from "#api/platform/together.ts";
import type { Live, LiveIndex, LiveQuery, LiveState } from "#contract/live.ts";
import { LIVE_OFF } from "./find-media.ts";

export const NOT_LIVE = "This recording is not being recorded any more.";
const UNSUPPORTED = "This kind of recording cannot be watched before it is finished.";
const BEGUN_AGAIN = "The recording was begun again.";

/** Milliseconds. Proxies have patience for half a minute. */
const LONGEST_WAIT = 20_000;
/** Seconds before the end from which the newest is read: a player stands three seconds behind it. */
const LEAD = 4;

interface Asking {
  id: string;
  db: Db;
  caller: Caller;
  signal: AbortSignal;
}

type Wanted = Pick<LiveQuery, "take" | "paused"> & { from: number };

interface Opened {
  upload: string | null;
  take: number | null;
  live: Live | null;
  mime_type: string | null;
  received: number;
  changed_at: Date | null;
}

interface Seen extends Opened {
  /** Null before the first part of it. */
  known: LiveTake | null;
}

/** The questions of viewers about a running recording. The right is asked anew with each question, and after each wait. */
export class LiveReader {
  constructor(private readonly takes: LiveTakes) {}

  async index(asking: Asking, at: LiveQuery["at"]): Promise<LiveIndex> {
    const seen = await this.#see(await open(asking));
    const { known, mime_type } = seen;
    const seconds = at === "live" ? (known?.seconds ?? 0) - LEAD : at;
    return {
      ...stateOf(seen),
      mime_type: known?.mimeType ?? mime_type ?? "video/webm",
      init_bytes: known?.initBytes ?? 0,
      begin: known?.before(seconds) ?? { byte: 0, seconds: 0 },
    };
  }

  /** Bytes as soon as there are any; none when something else is new, or after a while. */
  async bytes(asking: Asking, { from, take, paused }: Wanted, onWait: () => void) {
    const until = performance.now() + LONGEST_WAIT;
    const first = await open(asking);
    // A pause between two questions of a viewer would else be told by neither.
    const knows = paused ?? first.live?.paused;
    for (let opened = first; ; opened = await openAgain(asking)) {
      if (take !== undefined && opened.take !== take) throw conflict(BEGUN_AGAIN, "begun_again");
      // Listens before it looks: what comes in between is not missed.
      const news = untilNews(asking.id, until - performance.now(), asking.signal);
      try {
        const seen = await this.#see(opened);
        const bytes = (await seen.known?.read(from)) ?? new Uint8Array();
        const state = stateOf(seen);
        const isNew = state.ended || state.paused !== knows || opened.upload !== first.upload;
        const isOver = until <= performance.now() || asking.signal.aborted;
        if (bytes.length > 0 || isNew || isOver) return { state, bytes };
        onWait();
        await news.came;
      } finally {
        news.leave();
      }
    }
  }

  async #see(opened: Opened): Promise<Seen> {
    const { upload, received } = opened;
    const known = upload && received > 0 ? await this.takes.read({ upload, received }) : null;
    if (known?.isUnsupported) throw conflict(UNSUPPORTED, "live_unsupported");
    return { ...opened, known };
  }
}

/** Many who came by one link wake at the same moment, with the same right. */
const opening = together<null, Opened>();
const openAgain = (asking: Asking) =>
  opening(JSON.stringify([asking.id, asking.caller]), null, () => open(asking));

async function open({ id, db }: Asking): Promise<Opened> {
  const rows = await db<(Opened & { is_off: boolean; is_readable: boolean })[]>`
    select upload, take, live, mime_type, received::float8 as received, changed_at, is_off,
           is_readable
      from app.open_live(${id})
  `;
  const { is_off, is_readable, ...opened } = one(rows);
  if (is_off) throw forbidden(LIVE_OFF, "live_off");
  if (!is_readable) throw conflict(NOT_LIVE, "not_live");
  return opened;
}

function stateOf({ live, take, known, changed_at }: Seen): LiveState {
  return {
    bytes: known?.bytes ?? 0,
    seconds: known?.seconds ?? 0,
    paused: live?.paused ?? false,
    ended: live === null,
    updated_at: live?.updated_at ?? (changed_at ?? new Date()).toISOString(),
    take: take ?? 0,
  };
}
