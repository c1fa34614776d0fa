import { describe, expect, it } from "vitest";
import type { Share } from "#contract/shares.ts";
import { testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp({ TRUST_PROXY: "on" });
const owner = await person();
const other = await person();
const recording = await recordingOf(database, owner);
const service = database.asService("a test lets time pass");

const open = (who: Visitor, link: { share_token: string }, headers = {}) =>
  who.call("GET", `/shared/${link.share_token}`, undefined, headers);
describe("views", () => {
  const viewsOf = async (link: Share) => {
    const { shares } = await (await owner.call("GET", `/recordings/${recording}/shares`)).json();
    return shares.find((share: Share) => share.id === link.id).view_count;
  };

  it("are added up on the recording, which they do not change, and stay when a link goes", async () => {
    const mine = await recordingOf(database, owner);
    const read = async () => (await owner.call("GET", `/recordings/${mine}`)).json();
    const { updated_at } = await read();
    const [first, second] = [await linkTo(owner, mine), await linkTo(owner, mine)];
    await open(other, first);
    await open(other, second);
    await owner.call("DELETE", `/recordings/${mine}/shares/${first.id}`);
    expect(await read()).toMatchObject({ view_count: 2, updated_at });
  });

  it("are counted once per visitor and half hour, and never for the owner", async () => {
    const link = await linkTo(owner, recording);
    const firefox = { "User-Agent": "Firefox" };
    await open(owner, link);
    expect(await viewsOf(link)).toBe(0);
    for (const headers of [firefox, firefox, { "User-Agent": "Chromium" }])
      await open(visitor, link, headers);
    await open(other, link, firefox);
    expect(await viewsOf(link)).toBe(3);
    for (let minutes = 0; minutes < 60; minutes += 20) {
      await service(
        (sql) => sql`
          update private.share_views set viewed_at = viewed_at - interval '20 minutes'`,
      );
      await open(visitor, link, firefox);
    }
    expect(await viewsOf(link)).toBe(3);
    await service(
      (sql) => sql`update private.share_views set viewed_at = now() - interval '31 minutes'`,
    );
    await open(visitor, link, firefox);
    expect(await viewsOf(link)).toBe(4);
  });

  it("are remembered so that nobody can tell who watched two links, and written seldom", async () => {
    const links = [await linkTo(owner, recording), await linkTo(owner, recording)];
    const from = { "User-Agent": "Firefox", "X-Forwarded-For": "198.51.100.77" };
    const kept = () =>
      service(
        (sql) => sql`
          select encode(viewer, 'hex') as viewer, encode(network, 'hex') as network, viewed_at
            from private.share_views where share_id in ${sql(links.map(({ id }) => id))}
           order by share_id
        `,
      );
    for (const link of links) await open(visitor, link, from);
    const before = await kept();
    const hashes = before.flatMap(({ viewer, network }) => [viewer, network]);
    expect(new Set(hashes).size, "different marks of one visitor").toBe(4);
    for (const link of links) await open(visitor, link, from);
    expect(await kept(), "a page that asks again at once").toEqual(before);
  });

  it("are not driven up from one network by made-up browsers, and go on being counted elsewhere", async () => {
    const link = await linkTo(owner, recording);
    for (let made = 0; made < 20; made++)
      await open(visitor, link, { "User-Agent": `Browser ${made}` });
    expect(await viewsOf(link)).toBe(8);
    await open(visitor, link, { "User-Agent": "Browser 3", "X-Forwarded-For": "198.51.100.9" });
    await open(other, link);
    expect(await viewsOf(link)).toBe(10);
    await service(
      (sql) => sql`update private.share_views set viewed_at = now() - interval '31 minutes'`,
    );
    await open(visitor, link, { "User-Agent": "Browser 19" });
    expect(await viewsOf(link)).toBe(11);
  });

  it("are not counted where the link does not open", async () => {
    const link = await linkTo(owner, recording, { password: "open sesame" });
    await open(visitor, link);
    expect(await viewsOf(link)).toBe(0);
  });

  it("are of what plays: who saw only that it is recorded or arrives has seen nothing", async () => {
    const played = await recordingOf(database, owner);
    const link = await linkTo(owner, played);
    const viewed = async () =>
      (await (await owner.call("GET", `/recordings/${played}`)).json()).view_count;
    const become = (state: { status: string; interrupted?: boolean; size?: number }) =>
      database.pool`
        update public.recordings
           set ${database.pool({ interrupted: false, size: 1000, ...state })} where id = ${played}
      `;
    for (const state of [
      { status: "recording" },
      { status: "uploading" },
      { status: "recording", interrupted: true, size: 0 },
    ]) {
      await become(state);
      expect((await open(visitor, link)).status).toBe(200);
      expect(await viewed(), JSON.stringify(state)).toBe(0);
    }
    const lastViewed = async () => {
      const { shares } = await (await owner.call("GET", `/recordings/${played}/shares`)).json();
      return shares[0].last_viewed_at;
    };
    expect(await lastViewed()).toBeNull();
    await become({ status: "recording", interrupted: true });
    await open(visitor, link);
    expect(Date.now() - Date.parse(await lastViewed())).toBeLessThan(3_600_000);
    expect(await viewed(), "what had come when it was interrupted").toBe(1);
    await become({ status: "processing" });
    await open(other, link);
    expect(await viewed()).toBe(2);
  });
});
