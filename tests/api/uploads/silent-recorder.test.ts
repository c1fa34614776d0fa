import { describe, expect, it, test } from "vitest";
import { closeStaleUploads, markInterrupted } from "#api/features/uploads/close-stale-uploads.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { readRecording } from "#tests/support/saving.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");
const half = webm.subarray(0, Math.floor(webm.length / 2));
const look = () => markInterrupted(app.database.asService("a test looks"));

/** Somebody records, and the first half has arrived. */
async function recorder({ kind = "recording" } = {}) {
  const owner = await app.person();
  const tus = tusClient(app, owner.token);
  const { url, recording } = created(await tus.create({ kind }));
  const send = (bytes: Uint8Array, offset = 0) => tus.patch(url, { offset, bytes });
  expect((await send(half)).status).toBe(204);
  return {
    ...{ owner, tus, url, recording, send },
    /** Acts as if so many seconds had passed since the upload was last heard of. */
    async falls(silent: number, looked: () => Promise<unknown> = look) {
      await sql`
        update public.uploads set touched_at = now() - make_interval(secs => ${silent})
         where recording_id = ${recording}
      `;
      await looked();
    },
    async state() {
      const { status, interrupted } = await readRecording(owner, recording);
      return { status, interrupted };
    },
    async announced() {
      const rows = await sql<{ topic: string }[]>`
        delete from realtime.messages where payload->>'recording_id' = ${recording} returning topic
      `;
      return rows.map(({ topic }) => topic).sort();
    },
  };
}

describe("a recording whose recorder is silent", () => {
  it("is interrupted after a minute, for its owner and behind its link, and not before", async () => {
    const { owner, recording, falls, state } = await recorder();
    const link = await linkTo(owner, recording);
    const behindLink = async () =>
      (await (await app.visitor.call("GET", `/shared/${link.share_token}`)).json()).recording;

    await falls(59);
    expect(await state()).toEqual({ status: "recording", interrupted: false });
    await falls(61);
    expect(await state()).toEqual({ status: "recording", interrupted: true });
    expect(await behindLink()).toMatchObject({ status: "recording", interrupted: true });
  });

  it("plays as far as it came", async () => {
    const { owner, recording, falls } = await recorder();
    await falls(61);
    const link = await linkTo(owner, recording);
    const path = `/recordings/${recording}/stream`;
    for (const answer of [
      await owner.call("GET", path),
      await app.visitor.call("GET", path, undefined, through(link)),
    ])
      expect(Buffer.from(await answer.arrayBuffer()).equals(half)).toBe(true);
  });

  it("is told of once to whoever watches it, and to its owner's library", async () => {
    const { owner, recording, falls, announced } = await recorder();
    await announced();
    await falls(61);
    expect(await announced()).toEqual([`recording:${recording}`, `user:${owner.id}`]);
    const { updated_at } = await readRecording(owner, recording);
    await Promise.all([look(), look()]);
    expect(await announced()).toEqual([]);
    expect((await readRecording(owner, recording)).updated_at).toBe(updated_at);
  });

  it("goes on with any request of its recorder, which those who watch hear", async () => {
    const { owner, recording, tus, url, send, falls, state, announced } = await recorder();
    const rest = webm.subarray(half.length, half.length + 100);
    const signs = {
      asks: () => tus.head(url),
      "sends what does not follow": () => send(rest, 1),
      sends: () => send(rest, half.length),
    };
    for (const [name, sign] of Object.entries(signs)) {
      await falls(61);
      expect((await state()).interrupted, name).toBe(true);
      await announced();
      await sign();
      expect(await state(), name).toEqual({ status: "recording", interrupted: false });
      expect(await announced(), name).toEqual([`recording:${recording}`, `user:${owner.id}`]);
      await look();
      expect((await state()).interrupted, name).toBe(false);
    }
  });

  it("goes on when a part that took longer than a minute is here", async () => {
    const { tus, url, falls, state } = await recorder();
    let end = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(webm.subarray(half.length, half.length + 50));
        end = () => controller.close();
      },
    });
    const sending = tus.patch(url, { offset: half.length, bytes: body, contentLength: 50 });
    await expect.poll(() => attempts(url)).toBe(2);
    await falls(61);
    expect((await state()).interrupted).toBe(true);
    end();
    expect((await sending).status).toBe(204);
    expect((await state()).interrupted).toBe(false);
  });

  it("is not interrupted once all of it is here", async () => {
    const { tus, url, falls, state } = await recorder();
    await falls(61);
    const bytes = webm.subarray(half.length);
    await tus.patch(url, { offset: half.length, bytes, length: webm.length });
    await falls(61);
    expect(await state()).toEqual({ status: "processing", interrupted: false });
  });

  it("stays interrupted when it is closed, and nobody brings it back to life", async () => {
    const { tus, url, falls, state } = await recorder();
    await falls(25 * 3600);
    await closeStaleUploads(app.database.asService("test"), app.jobs);
    expect(await state()).toEqual({ status: "processing", interrupted: true });
    await tus.head(url);
    expect(await state()).toEqual({ status: "processing", interrupted: true });
  });

  it("asks and sends at once, and neither waits for the other for ever", async () => {
    const { owner, url, recording, state, falls } = await recorder();
    await falls(61);
    const asks = Promise.withResolvers<unknown>();
    await sql.begin(async (part) => {
      // Locks like a part that has arrived: first the recording, then the upload.
      await part`select 1 from public.recordings where id = ${recording} for no key update`;
      const [held] = await part`select pg_backend_pid() as pid`;
      const upload = url.split("/").at(-1) ?? "";
      asks.resolve(sql`select private.hear_of_upload(${owner.id}, ${upload})`.execute());
      const waits = () => sql`
        select 1 from pg_stat_activity where ${held?.pid}::int = any (pg_blocking_pids(pid))`;
      await expect.poll(waits).toHaveLength(1);
      await part`update public.uploads set touched_at = now() where id = ${upload}`;
    });
    await expect(asks.promise).resolves.toBeDefined();
    expect(await state()).toEqual({ status: "recording", interrupted: false });
  });

  it("is heard of from its own recorder alone", async () => {
    const { url, falls, state } = await recorder();
    const other = tusClient(app, (await app.person()).token);
    await falls(61);
    expect((await other.head(url)).status).toBe(404);
    expect((await other.patch(url, { offset: half.length, bytes: half })).status).toBe(404);
    expect((await state()).interrupted).toBe(true);
  });
});

test("a server looks by itself", async () => {
  const { falls, state } = await recorder();
  await app.startJobs();
  await falls(61, () => expect.poll(async () => (await state()).interrupted).toBe(true));
});

test("an import is not said to be interrupted", async () => {
  const { falls, state } = await recorder({ kind: "import" });
  await falls(61);
  expect(await state()).toEqual({ status: "uploading", interrupted: false });
});

async function attempts(url: string): Promise<number | undefined> {
  const id = url.split("/").at(-1) ?? "";
  const [row] = await sql<
    { attempt: number }[]
  >`select attempt from public.uploads where id = ${id}`;
  return row?.attempt;
}
