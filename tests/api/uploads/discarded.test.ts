import { describe, expect, it } from "vitest";
import { purgeTrash } from "#api/features/recordings/trash.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { brokenAfter, created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");
const half = webm.subarray(0, Math.floor(webm.length / 2));
const service = app.database.asService("a test empties the trash");

/** Somebody records with a link, and the first half has arrived. */
async function recorder() {
  const owner = await app.person();
  const tus = tusClient(app, owner.token);
  const { url, recording } = created(await tus.create());
  expect((await tus.patch(url, { offset: 0, bytes: half })).status).toBe(204);
  const link = await linkTo(owner, recording);
  return {
    ...{ owner, tus, url, recording, link },
    async behindLink() {
      const answer = await app.visitor.call("GET", `/shared/${link.share_token}`);
      return { status: answer.status, body: await answer.json() };
    },
    again: (take: string) => tus.create({ recording, take }),
    /** Begins the first take anew, by a creation that brings its bytes along. */
    againWith: (bytes: Uint8Array, sent: Blob | ReadableStream = new Blob([Buffer.from(bytes)])) =>
      owner.call("POST", "/uploads", sent, {
        "Tus-Resumable": "1.0.0",
        "Content-Type": "application/offset+octet-stream",
        "Content-Length": String(bytes.length),
        "Upload-Length": String(webm.length),
        "Upload-Metadata": Object.entries({
          filename: "a.webm",
          kind: "recording",
          recording,
          take: "1",
        })
          .map(([key, value]) => `${key} ${btoa(value)}`)
          .join(","),
      }),
    discard: async () => (await owner.call("DELETE", `/recordings/${recording}`)).status,
    restore: () => owner.call("POST", `/trash/${recording}/restore`),
    library: async () => (await (await owner.call("GET", "/recordings")).json()).recordings,
    uploads: () => sql`
      select u.id, p.start from public.uploads u left join private.upload_parts p on p.upload_id = u.id
       where u.owner_id = ${owner.id}
    `,
    /** Acts as if it had been thrown away so many minutes ago. */
    ago: (minutes: number) => sql`
      update public.recordings set purge_at = deleted_at + make_interval(mins => ${10 - minutes})
       where owner_id = ${owner.id} and deleted_at is not null
    `,
  };
}

describe("a recording that is thrown away while it runs", () => {
  it("is nobody's to see, and its link says so for ten minutes", async () => {
    const { owner, tus, url, recording, link, discard, behindLink, library, ago } =
      await recorder();
    const bytesBehindLink = async () =>
      (await app.visitor.call("GET", `/recordings/${recording}/stream`, undefined, through(link)))
        .status;
    expect(await bytesBehindLink()).toBe(200);
    expect(await discard()).toBe(200);
    expect(await behindLink()).toMatchObject({ status: 410, body: { code: "discarded" } });
    expect((await owner.call("GET", `/recordings/${recording}`)).status).toBe(404);
    expect([await bytesBehindLink(), await discard()]).toEqual([404, 404]);
    expect(await library()).toEqual([]);
    const late = { offset: half.length, bytes: webm.subarray(half.length) };
    expect((await tus.patch(url, late)).status, "nothing is sent there").toBe(404);
    await ago(9);
    expect((await behindLink()).status).toBe(410);
    await ago(11);
    expect((await behindLink()).status).toBe(404);
  });

  it("comes back with its link, and goes on where it was", async () => {
    const { tus, url, recording, discard, behindLink, restore } = await recorder();
    await discard();
    const restored = await restore();
    expect([restored.status, (await restored.json()).id]).toEqual([200, recording]);
    expect((await behindLink()).status).toBe(200);
    const rest = { offset: half.length, bytes: webm.subarray(half.length), length: webm.length };
    expect((await tus.patch(url, rest)).status).toBe(204);
  });

  it("is gone after ten minutes, and not before", async () => {
    const { discard, restore, uploads, ago } = await recorder();
    await discard();
    await ago(9);
    await purgeTrash(service);
    expect(await uploads()).toHaveLength(1);
    await ago(11);
    await purgeTrash(service);
    expect(await uploads()).toHaveLength(0);
    expect((await restore()).status).toBe(404);
  });

  it("is not another person's to throw away or to bring back, and not told behind a link that does not open", async () => {
    const { owner, recording, link, discard, behindLink } = await recorder();
    const other = await app.person();
    expect((await other.call("DELETE", `/recordings/${recording}`)).status).toBe(404);
    expect((await behindLink()).status).toBe(200);
    await discard();
    expect((await other.call("POST", `/trash/${recording}/restore`)).status).toBe(404);
    expect((await behindLink()).status).toBe(410);
    await sql`update public.shares set expires_at = now() where id = ${link.id}`;
    expect((await behindLink()).status).toBe(404);
    expect((await owner.call("GET", `/shared/${link.share_token}`)).status).toBe(410);
  });
});

describe("a recording that begins anew", () => {
  it("keeps its address and its link, and what had arrived goes", async () => {
    const { owner, tus, url, recording, again, behindLink, uploads } = await recorder();
    const second = created(await again("1"));
    expect(second.recording).toBe(recording);
    expect(await behindLink()).toMatchObject({ status: 200, body: { recording: { size: 0 } } });
    const late = { offset: half.length, bytes: webm.subarray(half.length) };
    expect((await tus.patch(url, late)).status).toBe(404);
    expect(await uploads()).toEqual([{ id: second.url.split("/").at(-1), start: null }]);
    await tus.patch(second.url, { offset: 0, bytes: webm, length: webm.length });
    expect(
      await owner.call("GET", `/recordings/${recording}`).then((one) => one.json()),
    ).toMatchObject({ size: webm.length });
  });

  it("with first bytes that break off keeps its address and its link all the same", async () => {
    const { tus, recording, againWith, behindLink } = await recorder();
    expect((await againWith(half, brokenAfter(half.subarray(0, 9)))).status).toBe(499);
    expect((await behindLink()).status).toBe(200);
    const second = created(await againWith(half));
    expect(second.recording).toBe(recording);
    expect(await tus.offset(second.url)).toBe(9);
  });

  it("takes its first bytes once, when they are sent again because the answer was lost", async () => {
    const { tus, againWith } = await recorder();
    const first = created(await againWith(half));
    const again = await againWith(half);
    expect([again.status, again.headers.get("Upload-Offset"), created(again)]).toEqual([
      201,
      String(half.length),
      first,
    ]);
    expect(await tus.offset(first.url)).toBe(half.length);
  });

  it("costs no minutes for what was heard of the take that is over", async () => {
    const { owner, recording, again } = await recorder();
    const [run] = await sql`
      insert into public.subtitles (recording_id, status, is_auto_generated)
      values (${recording}, 'running', true) returning id`;
    await sql`
      insert into private.subtitle_minutes (user_id, month, subtitle_id, reserved_seconds)
      values (${owner.id}, private.this_month(), ${run?.id}, 60)`;
    await sql`
      insert into private.subtitle_parts (subtitle_id, position, start_seconds, end_seconds, status)
      values (${run?.id}, 0, 0, 30, 'done')`;
    created(await again("1"));
    const [used] = await sql`select private.subtitle_seconds(${owner.id}) as seconds`;
    expect(used).toEqual({ seconds: 0 });
  });

  it("begins once, however often it is asked, and never for a take that is over", async () => {
    const { tus, recording, again, library } = await recorder();
    const first = created(await again("1"));
    expect(created(await again("1"))).toEqual(first);
    const second = created(await again("2"));
    expect(second.recording).toBe(recording);
    const late = created(await again("1"));
    expect(late.recording, "a question that comes late takes nothing away").not.toBe(recording);
    await tus.patch(second.url, { offset: 0, bytes: half });
    expect(await tus.offset(second.url)).toBe(half.length);
    expect(await library()).toHaveLength(2);
  });

  it("leaves nothing behind, ten times in a row", async () => {
    const { owner, tus, again, uploads } = await recorder();
    for (let take = 1; take <= 10; take++) {
      const { url } = created(await again(String(take)));
      await tus.patch(url, { offset: 0, bytes: half.subarray(0, 1000) });
    }
    expect(await uploads()).toHaveLength(1);
    expect(
      await sql`select used_bytes::int, recording_count from public.storage_usage where user_id = ${owner.id}`,
    ).toEqual([{ used_bytes: 1000, recording_count: 1 }]);
  });

  it("is another recording where the one that is named runs no longer, or is somebody else's", async () => {
    const { tus, url, recording, again, discard, restore } = await recorder();
    const other = tusClient(app, (await app.person()).token);
    expect(created(await other.create({ recording, take: "1" })).recording).not.toBe(recording);
    await discard();
    expect(created(await again("1")).recording).not.toBe(recording);
    await restore();
    const rest = { offset: half.length, bytes: webm.subarray(half.length), length: webm.length };
    await tus.patch(url, rest);
    expect(created(await again("1")).recording).not.toBe(recording);
    expect((await again("soon")).status).toBe(422);
  });
});
