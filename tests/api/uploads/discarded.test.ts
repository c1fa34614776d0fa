import { describe, expect, it } from "vitest";
import { closeStaleUploads } from "#api/features/uploads/close-stale-uploads.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const sql = app.database.pool;
const webm = await videoBytes("recorded.webm");
const half = webm.subarray(0, Math.floor(webm.length / 2));
const sweep = () =>
  closeStaleUploads(app.database.asService("a test sweeps"), { send: async () => {} });

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
    restore: (of = url) => owner.call("POST", `${of.replace("/api", "")}/restore`),
    library: async () => (await (await owner.call("GET", "/recordings")).json()).recordings,
    usage: async () =>
      (
        await sql`select used_bytes::int, recording_count from public.storage_usage
                  where user_id = ${owner.id}`
      )[0],
    /** Acts as if it had been thrown away so many minutes ago. */
    ago: (minutes: number) => sql`
      update public.recordings set discarded_at = now() - make_interval(mins => ${minutes})
       where owner_id = ${owner.id} and discarded_at is not null
    `,
  };
}

describe("a recording that is thrown away while it runs", () => {
  it("is nobody's to see or to pay for, and its link says so for ten minutes", async () => {
    const { owner, recording, link, behindLink, library, usage, ago } = await recorder();
    const bytesBehindLink = async () =>
      (await app.visitor.call("GET", `/recordings/${recording}/stream`, undefined, through(link)))
        .status;
    expect(await bytesBehindLink()).toBe(200);
    expect(await usage()).toEqual({ used_bytes: half.length, recording_count: 1 });
    expect((await owner.call("DELETE", `/recordings/${recording}`)).status).toBe(200);
    expect(await behindLink()).toMatchObject({ status: 410, body: { code: "discarded" } });
    expect((await owner.call("GET", `/recordings/${recording}`)).status).toBe(404);
    expect((await owner.call("GET", `/recordings/${recording}/stream`)).status).toBe(404);
    expect(await bytesBehindLink()).toBe(404);
    expect((await owner.call("DELETE", `/recordings/${recording}`)).status).toBe(404);
    expect([await library(), await usage()]).toEqual([[], { used_bytes: 0, recording_count: 0 }]);
    await ago(9);
    expect((await behindLink()).status).toBe(410);
    await ago(11);
    expect((await behindLink()).status).toBe(404);
  });

  it("comes back with its link, and goes on where it was", async () => {
    const { owner, tus, url, recording, behindLink, restore, usage } = await recorder();
    await owner.call("DELETE", `/recordings/${recording}`);
    const restored = await restore();
    expect([restored.status, (await restored.json()).id]).toEqual([200, recording]);
    expect((await behindLink()).status).toBe(200);
    expect(await usage()).toEqual({ used_bytes: half.length, recording_count: 1 });
    const rest = { offset: half.length, bytes: webm.subarray(half.length), length: webm.length };
    expect((await tus.patch(url, rest)).status).toBe(204);
    expect((await restore()).status, "a second time changes nothing").toBe(200);
  });

  it("is gone after ten minutes, and not before", async () => {
    const { owner, url, recording, restore, ago } = await recorder();
    await owner.call("DELETE", `/recordings/${recording}`);
    const parts = () => sql`
      select 1 from private.upload_parts where upload_id = ${url.split("/").at(-1) ?? ""}
    `;
    await ago(9);
    await sweep();
    expect(await parts()).toHaveLength(1);
    await ago(11);
    await sweep();
    expect(await parts()).toHaveLength(0);
    expect((await restore()).status).toBe(404);
  });

  it("is not another person's to throw away or to bring back", async () => {
    const { owner, recording, url, behindLink } = await recorder();
    const other = await app.person();
    expect((await other.call("DELETE", `/recordings/${recording}`)).status).toBe(404);
    expect((await behindLink()).status).toBe(200);
    await owner.call("DELETE", `/recordings/${recording}`);
    expect((await other.call("POST", `${url.replace("/api", "")}/restore`)).status).toBe(404);
    expect((await behindLink()).status).toBe(410);
  });
});

describe("a recording that begins anew", () => {
  it("keeps its address and its link, and what it had is a recording of its own once it is brought back", async () => {
    const { owner, tus, url, recording, again, behindLink, restore, library, usage } =
      await recorder();
    const second = created(await again("1"));
    expect(second.recording).toBe(recording);
    expect(await behindLink()).toMatchObject({ status: 200, body: { recording: { size: 0 } } });
    expect(await usage()).toEqual({ used_bytes: 0, recording_count: 1 });
    // A part that was under way when it began anew.
    const late = webm.subarray(half.length, half.length + 100);
    expect((await tus.patch(url, { offset: half.length, bytes: late })).status).toBe(204);
    await tus.patch(second.url, { offset: 0, bytes: webm, length: webm.length });

    const restored = await (await restore()).json();
    expect(restored).toMatchObject({ size: half.length + 100, status: "recording" });
    expect(restored.id).not.toBe(recording);
    const ids = (await library()).map(({ id }: { id: string }) => id);
    expect(ids.toSorted()).toEqual([recording, restored.id].toSorted());
    expect(
      await owner.call("GET", `/recordings/${recording}`).then((one) => one.json()),
    ).toMatchObject({
      size: webm.length,
    });
  });

  it("begins once, however often it is asked, and never for a take that is over", async () => {
    const { tus, again, library } = await recorder();
    const first = created(await again("1"));
    expect(created(await again("1"))).toEqual(first);
    const second = created(await again("2"));
    expect(second.recording).toBe(first.recording);
    const late = created(await again("1"));
    expect(late.recording, "a question that comes late takes nothing away").not.toBe(
      first.recording,
    );
    await tus.patch(second.url, { offset: 0, bytes: half });
    expect(await tus.offset(second.url)).toBe(half.length);
    expect(await library()).toHaveLength(2);
  });

  it("leaves nothing after ten minutes, ten times in a row", async () => {
    const { owner, tus, again, ago } = await recorder();
    for (let take = 1; take <= 10; take++) {
      const { url } = created(await again(String(take)));
      await tus.patch(url, { offset: 0, bytes: half.subarray(0, 1000) });
    }
    const all = () => sql`
      select p.start from public.uploads u join public.recordings r on r.id = u.recording_id
        left join private.upload_parts p on p.upload_id = u.id where u.owner_id = ${owner.id}
    `;
    expect(await all()).toHaveLength(11);
    await ago(11);
    await sweep();
    expect(await all()).toHaveLength(1);
  });

  it("is another recording where the one that is named runs no longer, or is somebody else's", async () => {
    const { tus, url, recording, again } = await recorder();
    const other = tusClient(app, (await app.person()).token);
    expect(created(await other.create({ recording, take: "1" })).recording).not.toBe(recording);
    await tus.patch(url, {
      offset: half.length,
      bytes: webm.subarray(half.length),
      length: webm.length,
    });
    expect(created(await again("1")).recording).not.toBe(recording);
    expect((await again("soon")).status).toBe(422);
  });
});
