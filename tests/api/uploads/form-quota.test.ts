import { describe, expect, it, vi } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { holdRoom, receiveFile } from "#api/features/uploads/save-file.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { videoForm } from "#tests/support/saving.ts";
import { tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const sql = app.database.pool;
const service = app.database.asService("a test looks at what is held");
const webm = await videoBytes("recorded.webm");
const MB = 1024 ** 2;
const ROOM = 25 * 1024 ** 3;
const boundary = "b";
const type = `multipart/form-data; boundary=${boundary}`;
const opening = `--${boundary}\r\nContent-Disposition: form-data; name="video"; filename="a.webm"\r\n\r\n`;

const calls = ["/recordings", "/recordings/import"];

async function withRoom(bytes: number) {
  const person = await app.person({ plan: "Starter" });
  await sql`
    update public.storage_usage set used_bytes = ${ROOM - bytes} where user_id = ${person.id}
  `;
  return person;
}

/** A form whose file goes on for so many megabytes, and how many of them were asked for. */
function longForm(megabytes: number) {
  const seen = { pulled: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        controller.enqueue(Buffer.from(opening));
        controller.enqueue(webm);
      },
      pull(controller) {
        if (seen.pulled++ < megabytes) return controller.enqueue(new Uint8Array(MB));
        controller.enqueue(Buffer.from(`\r\n--${boundary}--\r\n`));
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, seen };
}

const send = (person: SignedIn, call: string, body: ReadableStream, length?: number) =>
  person.call("POST", call, body, {
    "Content-Type": type,
    ...(length !== undefined && { "Content-Length": String(length) }),
  });

/** The numbers of rows and of held room that an account has left; each should be 0. */
async function leftovers({ id }: SignedIn) {
  const recordings = await sql`select 1 from public.recordings where owner_id = ${id}`;
  const loose = await sql`select 1 from private.loose_objects`;
  const held = await sql`select 1 from private.held_room where owner_id = ${id}`;
  return [recordings.length, loose.length, held.length];
}

describe("a form of an unknown length", () => {
  it.each(calls)("to %s is cut while it streams, and leaves nothing", async (call) => {
    const ada = await withRoom(10 * MB);
    const { body, seen } = longForm(60);
    const response = await send(ada, call, body);
    expect([response.status, (await response.json()).code]).toEqual([402, "quota_exceeded"]);
    expect(seen.pulled).toBeLessThan(20);
    expect(await leftovers(ada)).toEqual([0, 0, 0]);
  });

  it.each(calls)("to %s is refused when it turns out one byte too long", async (call) => {
    const ada = await withRoom(webm.length - 1);
    const response = await send(ada, call, longForm(0).body);
    expect(response.status).toBe(402);
    expect(await leftovers(ada)).toEqual([0, 0, 0]);
  });

  it.each(calls)("to %s leaves nothing when a field behind the file is too long", async (call) => {
    const ada = await withRoom(10 * MB);
    const form = videoForm(webm, "a.webm");
    form.append("title", "x".repeat(65_537));
    expect((await ada.call("POST", call, form)).status).toBe(413);
    expect(await leftovers(ada)).toEqual([0, 0, 0]);
  });

  it.each(calls)("to %s with two files keeps the first, and nothing of the other", async (call) => {
    const ada = await withRoom(10 * MB);
    const form = videoForm(webm, "first.webm");
    form.append("video", new File([Buffer.from(webm)], "second.webm"));
    const answer = await ada.call("POST", call, form);
    expect([answer.status, (await answer.json()).filename]).toEqual([201, "first"]);
    expect(await leftovers(ada)).toEqual([1, 0, 0]);
  });

  it.each(calls)("to %s may take all the room there is", async (call) => {
    const ada = await withRoom(webm.length);
    expect((await send(ada, call, longForm(0).body)).status).toBe(201);
    expect(await leftovers(ada)).toEqual([1, 0, 0]);
  });
});

describe("a form of a declared length", () => {
  it.each(calls)("to %s is promised its room while it arrives, and no longer", async (call) => {
    const ada = await withRoom(3 * MB);
    const tus = tusClient(app, ada.token);
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slow.writable.getWriter();
    const saving = send(ada, call, slow.readable, 2 * MB);
    await writer.write(Buffer.from(opening));
    await expect
      .poll(() => sql`select 1 from private.held_room where owner_id = ${ada.id}`)
      .toHaveLength(1);
    expect((await tus.create({ length: 1.5 * MB })).status).toBe(402);
    expect((await send(ada, call, longForm(0).body, 2 * MB)).status).toBe(402);
    await writer.abort(new DOMException("gone", "AbortError"));
    await saving;
    expect(await leftovers(ada)).toEqual([0, 0, 0]);
    expect((await tus.create({ length: 3 * MB })).status).toBe(201);
  });

  it.each([
    ["/recordings/import", 524_288_000, "File too large. Maximum size: 500MB"],
    [
      "/recordings",
      5 * 1024 ** 3,
      "This recording is too large for one request. Maximum size: 5GB. A larger one can be sent in parts.",
    ],
  ])("to %s that is too long is refused by its own limit", async (call, limit, message) => {
    const ada = await app.person();
    const response = await send(ada, call, longForm(0).body, limit + 100_000);
    expect([response.status, (await response.json()).error]).toEqual([413, message]);
    expect(await leftovers(ada)).toEqual([0, 0, 0]);
  });
});

describe("a file that passes its limit", () => {
  const receive = (form: FormData, grow = async () => {}) =>
    receiveFile(new Request("http://x", { method: "POST", body: form }), {
      service,
      objects: app.objects,
      room: { grow, expected: 1 },
      kind: "recording",
      limit: { bytes: webm.length - 1, message: "Too long for this." },
    });

  it("on the way is refused in the words of that limit, and nothing of it stays", async () => {
    await expect(receive(videoForm(webm, "a.webm"))).rejects.toMatchObject({
      status: 413,
      message: "Too long for this.",
    });
    expect(await sql`select 1 from private.loose_objects`).toHaveLength(0);
  });

  it("is not what is said of a field beside it", async () => {
    const form = new FormData();
    form.append("title", "x".repeat(65_537));
    await expect(receive(form)).rejects.toMatchObject({
      status: 413,
      message: 'Part "title" exceeds 65536 bytes',
    });
  });
});

describe("room that is held", () => {
  it("counts no more when nobody has said for ten minutes that the file still comes", async () => {
    const ada = await withRoom(1000);
    const tus = tusClient(app, ada.token);
    const hold = (age: string) => sql`
      insert into private.held_room (id, owner_id, bytes, seen_at)
      values (gen_random_uuid(), ${ada.id}, 1000, now() - ${age}::interval)
    `;
    await hold("11 minutes");
    expect((await tus.create({ length: 1 })).status).toBe(201);
    await hold("9 minutes");
    expect((await tus.create({ length: 1 })).status).toBe(402);
  });

  it("grows by what comes on top of it, to all that is left and no further", async () => {
    const ada = await withRoom(1000);
    const held = crypto.randomUUID();
    const hold = (total: number) => sql`select private.hold_room(${ada.id}, ${held}, ${total})`;
    for (const total of [600, 1000, 1000]) await hold(total);
    await expect(hold(1001)).rejects.toMatchObject({ code: "KN402" });
  });

  it("is forgotten in the end", async () => {
    const ada = await withRoom(1000);
    await sql`
      insert into private.held_room (id, owner_id, bytes, seen_at)
      values (gen_random_uuid(), ${ada.id}, 1, now() - interval '2 days'),
             (gen_random_uuid(), ${ada.id}, 2, now())
    `;
    await closeStaleUploads(service, { send: async () => {} });
    const left = await sql`select bytes from private.held_room where owner_id = ${ada.id}`;
    expect([...left]).toEqual([{ bytes: 2 }]);
  });

  it("is said to be needed every minute, and keeps what it was promised", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const ada = await withRoom(1000);
    const db = app.database.as(ada.caller);
    const room = await holdRoom({ db, service, account: ada.id }, app.objects, 1000);
    const silence = () => sql<{ minutes: number }[]>`
      update private.held_room set seen_at = now() - interval '5 minutes' where id = ${room.id}
    `;
    const isFresh = async () =>
      (
        await sql`
          select 1 from private.held_room
           where id = ${room.id} and bytes = 1000 and seen_at > now() - interval '1 minute'
        `
      ).length === 1;
    // A recording that runs has taken it all.
    await sql`update public.storage_usage set used_bytes = ${ROOM} where user_id = ${ada.id}`;
    await silence();
    vi.advanceTimersByTime(59_000);
    await room.grow(500);
    expect(await isFresh()).toBe(false);
    vi.advanceTimersByTime(2000);
    await room.grow(600);
    expect(await isFresh()).toBe(true);
    vi.useRealTimers();
  });
});
