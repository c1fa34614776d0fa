import { describe, expect, it } from "vitest";
import { PromisedRoom, roomOn } from "#api/platform/objects/disk-room.ts";
import { StorageUsage } from "#contract/subscriptions.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { deleteForGood, insertRecording } from "#tests/support/recordings.ts";

const app = await testApp();
const sql = app.database.pool;
const MB = 1024 * 1024;

const recordingOf = (person: SignedIn) => insertRecording(sql, person.id, { size: 1000 });
const used = async (person: SignedIn) =>
  StorageUsage.parse(await (await person.call("GET", "/subscriptions/storage-usage")).json())
    .storage_used_bytes;

/** A subtitle file of about so many bytes. */
const srt = (bytes: number) =>
  Array.from({ length: Math.ceil(bytes / 500) }, (_, at) => {
    const time = (second: number) => new Date(second * 1000).toISOString().slice(11, 19);
    return `${at + 1}\n${time(at)},000 --> ${time(at + 1)},000\n${"said ".repeat(90)}\n`;
  }).join("\n");

const add = (person: SignedIn, id: string, content: string) =>
  person.call("POST", `/recordings/${id}/subtitles/upload`, { language: "en", content });

/** Changes what they use by this, and is counted no more once it is undone. */
async function expectCounted(person: SignedIn, least: number, write: () => Promise<() => unknown>) {
  const before = await used(person);
  const undo = await write();
  expect(await used(person)).toBeGreaterThanOrEqual(before + least);
  await undo();
  expect(await used(person)).toBe(before);
}

describe("text takes room", () => {
  it("as subtitles, added and changed", async () => {
    const ada = await app.person();
    const id = await recordingOf(ada);
    await expectCounted(ada, 19_000, async () => {
      const made = await (await add(ada, id, srt(10_000))).json();
      const path = `/recordings/${id}/subtitles/${made.id}`;
      const changed = await ada.call("PUT", path, { content: srt(20_000) });
      expect(changed.status, await changed.clone().text()).toBe(200);
      return () => ada.call("DELETE", path);
    });
  });

  it("as what a job has written down", async () => {
    const ada = await app.person();
    const id = await recordingOf(ada);
    await expectCounted(ada, 3000, async () => {
      const [run] = await sql<{ id: string }[]>`
        insert into public.subtitles (recording_id, status, is_auto_generated)
        values (${id}, 'running', true) returning id
      `;
      await sql`
        insert into private.subtitle_parts (subtitle_id, position, start_seconds, end_seconds, status, result)
        values (${run?.id ?? ""}, 0, 0, 1, 'done', ${sql.json({ segments: "said ".repeat(400) })})
      `;
      const cues = [{ start: 0, end: 1, text: "said ".repeat(200) }];
      await sql`update public.subtitles set cues = ${sql.json(cues)} where id = ${run?.id ?? ""}`;
      return () => ada.call("DELETE", `/recordings/${id}/subtitles/${run?.id}`);
    });
  });

  it("as chapters", async () => {
    const ada = await app.person();
    const id = await recordingOf(ada);
    const save = (chapters: unknown[]) =>
      ada.call("PUT", `/recordings/${id}/chapters`, { chapters });
    await expectCounted(ada, 14, async () => {
      const saved = await save([
        { at_seconds: 0, title: "Ä beginning" },
        { at_seconds: 5, title: "End" },
      ]);
      expect(saved.status, await saved.clone().text()).toBe(200);
      return () => save([]);
    });
  });

  it("as comments, of whoever wrote them", async () => {
    const [ada, bob] = [await app.person(), await app.person()];
    const id = await recordingOf(ada);
    const before = await used(ada);
    await expectCounted(bob, 6000, async () => {
      const [comment] = await sql<{ id: string }[]>`
        insert into public.comments (recording_id, author_id, content)
        values (${id}, ${bob.id}, ${"ä".repeat(3000)}) returning id
      `;
      expect(await used(ada)).toBe(before);
      return () => sql`delete from public.comments where id = ${comment?.id ?? ""}`;
    });
  });

  it("no more when its recording is deleted", async () => {
    const ada = await app.person();
    await expectCounted(ada, 10_000, async () => {
      const id = await recordingOf(ada);
      await add(ada, id, srt(10_000));
      await ada.call("POST", `/recordings/${id}/comments`, { content: "Look at this" });
      await ada.call("PUT", `/recordings/${id}/chapters`, {
        chapters: [{ at_seconds: 0, title: "A" }],
      });
      return () => deleteForGood(ada, id);
    });
    expect(await sql`select 1 from private.texts where owner_id = ${ada.id}`).toEqual([]);
  });
});

describe("subtitles are refused", () => {
  it("where the plan has no room for them, and shorter ones are not", async () => {
    const ada = await app.person({ plan: "Starter" });
    const id = await recordingOf(ada);
    const made = await (await add(ada, id, srt(20_000))).json();
    await sql`
      update public.storage_usage set used_bytes = ${25 * 1024 * MB - 5000} where user_id = ${ada.id}
    `;
    const refused = await add(ada, id, srt(10_000));
    expect([refused.status, (await refused.json()).code]).toEqual([402, "quota_exceeded"]);
    const path = `/recordings/${id}/subtitles/${made.id}`;
    const longer = await ada.call("PUT", path, { content: srt(40_000) });
    expect([longer.status, (await longer.json()).code]).toEqual([402, "quota_exceeded"]);
    const little = await ada.call("PUT", path, { content: srt(22_000) });
    expect(little.status, "only what is more of it needs room").toBe(200);
    expect((await ada.call("PUT", path, { content: srt(10_000) })).status).toBe(200);
  });

  it("by no full plan where they become no longer", async () => {
    const ada = await app.person({ plan: "Starter" });
    const id = await recordingOf(ada);
    const made = await (await add(ada, id, srt(2000))).json();
    await sql`
      update public.storage_usage set used_bytes = ${26 * 1024 * MB} where user_id = ${ada.id}
    `;
    const content = srt(2000).replace("said", "Said");
    const mended = await ada.call("PUT", `/recordings/${id}/subtitles/${made.id}`, { content });
    expect([mended.status, (await mended.json()).is_edited]).toEqual([200, true]);
  });

  it("where the disk has no room for them", async () => {
    const ada = await app.person();
    const id = await recordingOf(ada);
    const made = await (await add(ada, id, srt(1000))).json();
    const { DATA_DIR } = app.env;
    // Others are promised far more room than there is: room that is freed meanwhile does not help.
    const others = new PromisedRoom(DATA_DIR, () => 0, { reserve: -MB * MB });
    others.need(roomOn(DATA_DIR) + (MB * MB) / 2);
    const path = `/recordings/${id}/subtitles/${made.id}`;
    for (const refused of [
      await add(ada, id, srt(1000)),
      await ada.call("PUT", path, { content: srt(1000) }),
    ])
      expect([refused.status, (await refused.json()).code]).toEqual([507, "no_room"]);
    others[Symbol.dispose]();
    expect((await add(ada, id, srt(1000))).status).toBe(201);
  });

  it("after 100 MB of new text in a day of one account, and comments with them", async () => {
    const ada = await app.person({ plan: "Starter" });
    const id = await recordingOf(ada);
    const bucket = (writer: string) => sql`name = ${`new-text:${writer}`}`;
    const left = async () =>
      Number(
        (await sql`select tokens from private.buckets where ${bucket(`account:${ada.id}`)}`)[0]
          ?.tokens,
      );
    const made = await (await add(ada, id, srt(MB))).json();
    const begun = await left();
    expect(begun).toBeLessThan(100e6 - 0.9 * MB);
    const path = `/recordings/${id}/subtitles/${made.id}`;
    const mended = srt(MB).replace("said", "Said");
    expect((await ada.call("PUT", path, { content: mended })).status).toBe(200);
    expect(await left(), "what is only changed is nothing new").toBe(begun);

    const say = (content: string) => ada.call("POST", `/recordings/${id}/comments`, { content });
    const { id: comment } = await (await say("ä".repeat(4000))).json();
    expect(await left()).toBeLessThan(begun);
    await sql`update private.buckets set tokens = -1e6, refilled_at = now() where ${bucket(`account:${ada.id}`)}`;
    const refused = await add(ada, id, srt(1000));
    expect([refused.status, (await refused.json()).code]).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(600);
    expect((await say("Hello")).status).toBe(429);
    expect((await ada.call("PUT", path, { content: srt(5000) })).status, "less text").toBe(200);
    expect((await ada.call("DELETE", `/recordings/${id}/comments/${comment}`)).status).toBe(200);
    expect((await ada.call("DELETE", path)).status).toBe(200);
  });

  it("after 40 MB in ten minutes of one account, new or changed, and nobody else's", async () => {
    const ada = await app.person({ plan: "Starter" });
    const id = await recordingOf(ada);
    const small = await (await add(ada, id, srt(1000))).json();
    const bucket = sql`name = ${`text:account:${ada.id}`}`;
    const [left] = await sql<{ tokens: number }[]>`
      select tokens from private.buckets where ${bucket}
    `;
    expect(left?.tokens).toBe(40 * 64 - 1);
    await sql`update private.buckets set tokens = ${64 + 20} where ${bucket}`;
    const content = srt(MB);
    expect((await add(ada, id, content)).status).toBe(201);
    const refused = await add(ada, id, content);
    expect([refused.status, (await refused.json()).code]).toEqual([429, "too_many_requests"]);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    const path = `/recordings/${id}/subtitles/${small.id}`;
    expect((await ada.call("PUT", path, { content })).status).toBe(429);
    const bob = await app.person({ plan: "Starter" });
    expect((await add(bob, await recordingOf(bob), srt(5000))).status).toBe(201);
  });
});
