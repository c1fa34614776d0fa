import { mediaPace } from "#api/access/media-pace.ts";
import { requireOwn } from "#api/access/own-recording.ts";
import { conflict } from "#api/http/errors.ts";
import { written } from "#api/http/reply.ts";
import { wake } from "#api/media/live/live-takes.ts";
import type { Parts } from "#api/parts.ts";
import type { Db } from "#api/platform/database.ts";
import { getLiveCall, LIVE_HEADER, LiveState, NEXT_BYTE_HEADER } from "#contract/live.ts";
import { setLiveCall } from "#contract/media.ts";
import type { Recording } from "#contract/recordings.ts";
import { LiveReader, NOT_LIVE } from "./live-reader.ts";

/** A recording while it is recorded: what viewers read of it, and what its recorder says of it. */
export function serveLive({ api, serve, live }: Parts): void {
  const reader = new LiveReader(live);
  api.get("/recordings/:id/live", mediaPace().paced);
  serve(getLiveCall, async ({ db, caller, params: { id }, query, c }) => {
    const { at, from_byte, take, paused } = query;
    const asking = { id, db, caller, signal: c.req.raw.signal };
    c.header("Cache-Control", "no-store");
    if (from_byte === undefined) return reader.index(asking, at);
    const wanted = { from: from_byte, take, paused };
    // A viewer who waits keeps nobody else of the same network waiting.
    const { state, bytes } = await reader.bytes(asking, wanted, () => c.var.endTurn?.());
    c.header(NEXT_BYTE_HEADER, String(from_byte + bytes.length));
    c.header(LIVE_HEADER, written(LiveState, state));
    if (bytes.length === 0) return c.body(null, 204);
    c.header("Content-Type", "application/octet-stream");
    return c.body(bytes);
  });
  serve(setLiveCall, async ({ db, params: { id }, body }) => {
    const recording = await setPaused(db, id, body.paused);
    wake(id);
    return recording;
  });
}

const REFUSED = "You may watch this recording; whether it is paused is its owner's to say.";

/** Said by the recorder in the moment: the last part before the pause comes after it. */
const setPaused = (db: Db, id: string, paused: boolean): Promise<Recording> =>
  db(async (sql) => {
    await requireOwn(sql, id, REFUSED);
    const [recording] = await sql<Recording[]>`select * from app.set_live_paused(${id}, ${paused})`;
    if (!recording) throw conflict(NOT_LIVE, "not_live");
    return recording;
  });
