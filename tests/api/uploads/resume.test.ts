import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { brokenAfter, created, tusClient } from "#tests/support/tus.ts";

const app = await testApp();
const ada = await app.person();
const tus = tusClient(app, ada.token);
const elsewhere = app.anotherProcess();

async function begin(length?: number) {
  const response = await tus.create(length === undefined ? {} : { length });
  expect(response.status).toBe(201);
  return created(response);
}

async function streamed(recording: string) {
  const response = await ada.call("GET", `/recordings/${recording}/stream`);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Comparing millions of bytes one by one takes seconds. */
const isSame = (one: Uint8Array, other: Uint8Array) => Buffer.compare(one, other) === 0;

/** Anything a sender, a network and a crash can do to an upload. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant("send"), size: fc.integer({ min: 1, max: 5000 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("break off"), size: fc.nat(5000) }) },
  fc.record({ do: fc.constant("send again"), size: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ do: fc.constant("lie"), size: fc.nat(30_000) }),
  fc.record({ do: fc.constant("too much"), size: fc.integer({ min: 1, max: 5000 }) }),
  fc.record({ do: fc.constant("ask"), size: fc.constant(0) }),
);

test("any order of parts, retries, duplicates, lies and crashes ends in the same bytes", async () => {
  const scenario = fc.record({
    bytes: fc.uint8Array({ minLength: 1, maxLength: 20_000 }),
    steps: fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }),
    isDeferred: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ bytes, steps, isDeferred }) => {
      const { url, recording } = await begin(isDeferred ? undefined : bytes.length);
      for (const [{ do: act, size }, isElsewhere] of steps) {
        const request = isElsewhere ? elsewhere : app.request;
        const offset = await tus.offset(url);
        const part = bytes.slice(offset, offset + size);
        if (act === "send") await tus.patch(url, { offset, bytes: part, request });
        if (act === "break off")
          await tus.patch(url, {
            offset,
            bytes: brokenAfter(part),
            contentLength: size + 1,
            request,
          });
        if (act === "send again")
          await tus.patch(url, { offset: Math.max(0, offset - size), bytes: part, request });
        if (act === "lie" && size !== offset) {
          const lie = await tus.patch(url, { offset: size, bytes: part, request });
          expect(lie.status).toBe(409);
          expect(await tus.offset(url)).toBe(offset);
        }
        if (act === "too much" && !isDeferred) {
          const more = new Uint8Array(bytes.length - offset + size);
          const refused = await tus.patch(url, { offset, bytes: more, request });
          expect([409, 413]).toContain(refused.status);
          expect(await tus.offset(url)).toBe(offset);
        }
      }
      await finish(url, bytes, isDeferred);
      const whole = await streamed(recording);
      expect([whole.status, isSame(whole.bytes, bytes)]).toEqual([200, true]);
    }),
    { numRuns: 40 },
  );
}, 60_000);

async function finish(url: string, bytes: Uint8Array, isDeferred: boolean) {
  const offset = await tus.offset(url);
  if (offset === bytes.length && !isDeferred) return;
  const rest = { offset, bytes: bytes.slice(offset) };
  const last = await tus.patch(url, isDeferred ? { ...rest, length: bytes.length } : rest);
  expect(last.status).toBe(204);
  expect(await tus.offset(url)).toBe(bytes.length);
}

describe("what does not belong", () => {
  const bytes = crypto.getRandomValues(new Uint8Array(40_000));

  it("a part of an earlier attempt that arrives late is refused and changes nothing", async () => {
    const { url, recording } = await begin(bytes.length);
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const writer = slow.writable.getWriter();
    const earlier = tus.patch(url, { offset: 0, bytes: slow.readable, contentLength: 20_000 });
    await writer.write(new Uint8Array(10_000));
    const later = await tus.patch(url, { offset: 0, bytes: bytes.slice(0, 5000) });
    expect(later.status).toBe(204);
    await writer.write(new Uint8Array(10_000));
    await writer.close();
    expect((await earlier).status).toBe(409);
    expect(await tus.offset(url)).toBe(5000);
    await finish(url, bytes, false);
    expect(isSame((await streamed(recording)).bytes, bytes)).toBe(true);
  });

  it("a part of an earlier attempt at the same place is refused, even when nothing came since", async () => {
    const { url, recording } = await begin(bytes.length);
    const attempts = () => app.database.pool<{ attempt: number }[]>`
      select attempt from public.uploads where recording_id = ${recording}
    `;
    const slow = () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const sent = tus.patch(url, { offset: 0, bytes: readable, contentLength: 20_000 });
      return { sent, writer: writable.getWriter() };
    };
    const earlier = slow();
    await expect.poll(attempts).toEqual([{ attempt: 1 }]);
    const later = slow();
    await expect.poll(attempts).toEqual([{ attempt: 2 }]);
    await earlier.writer.write(bytes.slice(0, 20_000));
    await earlier.writer.close();
    expect((await earlier.sent).status).toBe(409);
    await later.writer.write(bytes.slice(0, 20_000));
    await later.writer.close();
    expect((await later.sent).status).toBe(204);
    await finish(url, bytes, false);
    expect(isSame((await streamed(recording)).bytes, bytes)).toBe(true);
  });

  it("a part for somebody else's upload is refused and changes nothing", async () => {
    const { url } = await begin(bytes.length);
    const ben = await app.person();
    const theirs = tusClient(app, ben.token);
    expect((await theirs.head(url)).status).toBe(404);
    expect((await theirs.patch(url, { offset: 0, bytes })).status).toBe(404);
    expect((await theirs.remove(url)).status).toBe(404);
    expect(await tus.offset(url)).toBe(0);
  });

  it("what Postgres is asked to write for another account, or an attempt that is over, is not written", async () => {
    const { url } = await begin();
    await tus.patch(url, { offset: 0, bytes: bytes.slice(0, 10) });
    const id = url.split("/").at(-1) ?? "";
    const ben = await app.person();
    const { pool } = app.database;
    const [before] = await pool`select * from public.uploads where id = ${id}`;
    const attempt = before?.attempt;
    expect(await pool`select id from private.take_up(${ben.id}, ${id})`).toHaveLength(0);
    const declare = (who: string, ofAttempt: number) =>
      pool`select id from private.declare_length(${who}, ${id}, ${ofAttempt}, 100)`;
    expect(await declare(ben.id, attempt), "by another account").toHaveLength(0);
    expect(await declare(ada.id, attempt - 1), "by an earlier attempt").toHaveLength(0);
    const append = (who: string, ofAttempt: number, from = 10, size = 5) => pool`
      select id from private.append_part(${who}, ${id}, ${ofAttempt}, ${from}, ${size}, 'disk', 'a/key')
    `;
    await expect(append(ben.id, attempt)).rejects.toMatchObject({ code: "KN404" });
    await expect(append(ada.id, attempt - 1)).rejects.toMatchObject({ code: "KN409" });
    const [after] = await pool`select * from public.uploads where id = ${id}`;
    expect(after).toEqual(before);
    expect(await declare(ada.id, attempt), "by the one that goes on").toHaveLength(1);
    expect(await declare(ada.id, attempt), "once more").toHaveLength(0);
    await expect(append(ada.id, attempt, 10, 91), "too long").rejects.toMatchObject({
      code: "KN409",
    });
    await append(ada.id, attempt, 10, 90);
    const afterTheEnd = append(ada.id, attempt, 100, 0);
    await expect(afterTheEnd, "after its end").rejects.toMatchObject({ code: "KN409" });
  });

  it("a part that comes while its recording is deleted waits for that, and is refused", async () => {
    const { url, recording } = await begin(bytes.length);
    const { pool } = app.database;
    const later = await pool.reserve();
    const [{ pid } = {}] = await later`select pg_backend_pid() as pid`;
    let refused: Promise<unknown> | undefined;
    await pool.begin(async (sql) => {
      await sql`select 1 from public.recordings where id = ${recording} for update`;
      refused = later`
        select id from private.append_part(
          ${ada.id}, ${url.split("/").at(-1) ?? ""}, 0, 0, 5, 'disk', 'a/key')
      `.catch((error: unknown) => error);
      const waits = () => pool`select 1 from pg_locks where pid = ${pid} and not granted`;
      await expect.poll(waits, { message: "the part waits" }).toHaveLength(1);
      await sql`delete from public.recordings where id = ${recording}`;
    });
    expect(await refused).toMatchObject({ code: "KN404" });
    later.release();
  });

  it("a part without a length of its own is refused", async () => {
    const { url } = await begin();
    const unsized = new Blob([bytes]).stream();
    expect((await tus.patch(url, { offset: 0, bytes: unsized })).status).toBe(400);
    expect(await tus.offset(url)).toBe(0);
  });

  it("a length that is too short for what has arrived is refused, and so is a second one", async () => {
    const { url } = await begin();
    await tus.patch(url, { offset: 0, bytes: bytes.slice(0, 1000) });
    const short = { offset: 1000, bytes: new Uint8Array(), length: 999 };
    expect((await tus.patch(url, short)).status).toBe(400);
    const part = { offset: 1000, bytes: bytes.slice(1000, 2000), length: 5000 };
    expect((await tus.patch(url, part)).status).toBe(204);
    expect((await tus.patch(url, { ...part, offset: 2000, length: 6000 })).status).toBe(400);
    expect((await tus.head(url)).headers.get("Upload-Length")).toBe("5000");
  });

  it("anything after the end is refused", async () => {
    const { url } = await begin(bytes.length);
    await finish(url, bytes, false);
    expect((await tus.patch(url, { offset: bytes.length, bytes: new Uint8Array(1) })).status).toBe(
      413,
    );
    expect((await tus.remove(url)).status).toBe(400);
  });

  it("an id that is none names nothing", async () => {
    expect((await tus.head("/api/uploads/nonsense")).status).toBe(404);
    expect((await tus.head(`/api/uploads/${crypto.randomUUID()}`)).status).toBe(404);
  });
});

test("a part that breaks off counts as far as it came", async () => {
  const bytes = crypto.getRandomValues(new Uint8Array(3_000_000));
  const { url, recording } = await begin(bytes.length);
  const broken = brokenAfter(bytes.slice(0, 2_000_000));
  await tus.patch(url, { offset: 0, bytes: broken, contentLength: bytes.length });
  await expect.poll(() => tus.offset(url)).toBeGreaterThan(1_500_000);
  await finish(url, bytes, false);
  expect(isSame((await streamed(recording)).bytes, bytes)).toBe(true);
});
