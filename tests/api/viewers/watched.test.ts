import { describe, expect, it } from "vitest";
import { newGuests } from "#api/features/viewers/viewer-routes.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { nothing, type Range, viewing } from "./film.ts";

const app = await testApp();
const { database, person, visitor, request } = app;
const { film, send, read, sums } = viewing(app);

/** As if the play had begun so many seconds earlier. */
const wait = (view_id: string, seconds: number) =>
  database.pool`
    update private.plays set first_at = first_at - make_interval(secs => ${seconds}) where view_id = ${view_id}
  `;

describe("what is watched", () => {
  it("is told by person, day, link and site, and by how often each part was seen", async () => {
    const it = await film();
    const labelled = await linkTo(it.owner, it.recording, { label: "For the team" });
    const ada = await person();
    const view_id = crypto.randomUUID();
    expect((await send(it, [[0, 10]], { who: ada, view_id })).status).toBe(204);
    await send(it, [[5, 15]], { who: ada, view_id, n: 2 });
    const guest = { viewer: crypto.randomUUID(), site: "https://blog.example.com/a/page" };
    await send(it, [[20, 40]], { ...guest, link: labelled });
    await send(it, [[20, 21]], guest);

    const today = new Date().toISOString().slice(0, 10);
    const { curve, ...told } = await read(it);
    expect(told).toEqual({
      plays: 3,
      unique_viewers: 2,
      seconds_watched: 41,
      average_fraction: 0.175,
      by_day: [{ date: today, plays: 3, seconds: 41 }],
      by_link: [
        { share_id: it.link.id, label: "", plays: 2, unique_viewers: 2, seconds: 21 },
        { share_id: labelled.id, label: "For the team", plays: 1, unique_viewers: 1, seconds: 20 },
      ],
      by_site: [{ site: "blog.example.com", plays: 2 }],
      people: [{ name: ada.username, fraction: 0.15, last_at: expect.any(String) }],
      guests: 1,
    });
    expect(curve).toHaveLength(100);
    expect([0, 4, 5, 9, 10, 14, 15, 20, 39, 40].map((at) => curve[at])).toEqual([
      ...[1, 1, 2, 2, 1, 1, 0, 2, 1, 0],
    ]);
    const byLink = await read(it, `?share_id=${labelled.id}`);
    expect(byLink).toMatchObject({ plays: 1, unique_viewers: 1, seconds_watched: 20, people: [] });

    const listed = await (await it.owner.call("GET", "/recordings")).json();
    expect(listed.recordings[0].play_count).toBe(3);
    await it.owner.call("DELETE", `/recordings/${it.recording}/shares/${labelled.id}`);
    expect((await read(it)).by_link).toContainEqual({
      ...{ share_id: null, label: "", plays: 1, unique_viewers: 1, seconds: 20 },
    });
    expect(
      (await it.owner.call("GET", `/recordings/${it.recording}/viewers?share_id=x`)).status,
    ).toBe(400);
    const gone = await it.owner.call(
      "GET",
      `/recordings/${it.recording}/viewers?share_id=${labelled.id}`,
    );
    expect(gone.status).toBe(404);
    const theirs = `?share_id=${(await film()).link.id}`;
    const foreign = await it.owner.call("GET", `/recordings/${it.recording}/viewers${theirs}`);
    expect(foreign.status).toBe(404);
  });

  it("is one play to its end, and of many by the same person the latest fifty are remembered", async () => {
    const it = await film();
    const ada = await person();
    await send(it, [[0, 1]], { who: ada });
    await database.pool`
      insert into private.plays (view_id, recording_id, share_id, viewer, last_at)
      select gen_random_uuid(), recording_id, share_id, viewer, last_at - interval '1 day'
        from private.plays, generate_series(1, 60) where recording_id = ${it.recording}`;
    const view_id = crypto.randomUUID();
    await send(it, [[1, 2]], { who: ada, view_id });
    await send(it, [[2, 3]], { who: ada, view_id, n: 2 });
    expect(await sums(it)).toMatchObject({ plays: 2, seconds_watched: 3 });
    const kept = await database.pool`
      select 1 from private.plays where recording_id = ${it.recording}`;
    expect(kept).toHaveLength(50);
  });

  it("comes as plain text from a page that is being left, with the token of the film in the address", async () => {
    const it = await film();
    const { media } = await (await visitor.call("GET", `/shared/${it.link.share_token}`)).json();
    const body = JSON.stringify({ view_id: crypto.randomUUID(), n: 1, ranges: [[1, 4]] });
    const leave = (token: string, text = body) =>
      request(`/api/recordings/${it.recording}/watched?token=${token}`, {
        method: "POST",
        body: text,
        headers: { "Content-Type": "text/plain;charset=UTF-8" },
      });
    expect((await leave(media.token)).status).toBe(204);
    expect(await sums(it)).toEqual({ plays: 1, unique_viewers: 1, seconds_watched: 3, guests: 1 });
    expect((await leave(media.token, "{")).status).toBe(400);
    expect((await leave(media.token, " ".repeat(20_000))).status).toBe(413);
    expect((await leave("x")).status).toBe(401);
  });

  it("is refused where it is malformed, or where the film is not seen", async () => {
    const it = await film();
    for (const wrong of [{ n: 0 }, { n: 1.5 }, { view_id: "x" }, { viewer: "x" }, { site: "<b>" }])
      expect((await send(it, [[0, 1]], wrong)).status, JSON.stringify(wrong)).toBe(400);
    expect((await send(it, [[0, 1], [3]] as Range[])).status).toBe(400); // a range without an end is what is tried
    expect((await send({ ...it, recording: crypto.randomUUID() }, [[0, 1]])).status).toBe(404);
    const stranger = await person();
    const path = `/recordings/${it.recording}/watched`;
    const body = { view_id: crypto.randomUUID(), n: 1, ranges: [[0, 1]] };
    expect((await stranger.call("POST", path, body)).status).toBe(404);
    expect((await visitor.call("POST", path, body)).status).toBe(401);
    expect(await sums(it)).toEqual(nothing);
  });
});

describe("a beacon that is not believed", () => {
  it.each<[string, Range[]]>([
    ["begins before the film", [[-1, 5]]],
    ["ends behind the film", [[95, 100.2]]],
    ["runs backwards", [[10, 5]]],
    [
      "is right in a part only",
      [
        [0, 5],
        [10, 9],
      ],
    ],
    ["has more than a minute of film", [[0, 60.5]]],
    [
      "has more than a minute in parts",
      [
        [0, 40],
        [20, 41],
      ],
    ],
    ["has 10,000 seconds", [[0, 10_000]]],
    ["has nothing", []],
  ])("because it %s, counts nothing", async (_, ranges) => {
    const it = await film();
    expect((await send(it, ranges)).status).toBe(204);
    expect(await sums(it)).toEqual(nothing);
  });

  it("because it has come already counts nothing, and one that comes too soon, either", async () => {
    const it = await film();
    const view_id = crypto.randomUUID();
    const viewer = crypto.randomUUID();
    const next = (n: number, ranges: Range[]) => send(it, ranges, { view_id, viewer, n });
    await next(2, [[0, 50]]);
    await next(2, [[50, 55]]);
    await next(1, [[50, 55]]);
    expect((await sums(it)).seconds_watched).toBe(50);
    await next(3, [[50, 65]]); // 65 seconds in no time
    expect((await sums(it)).seconds_watched).toBe(50);
    await wait(view_id, 10);
    await next(3, [[50, 79]]); // 79 where about 80 are believed
    expect(await sums(it)).toMatchObject({ plays: 1, seconds_watched: 79 });
    await next(4, [[50, 55]]);
    expect((await sums(it)).seconds_watched).toBe(79);
    await wait(view_id, 1000);
    await next(4, [[0, 60.5]]); // more than a minute at once, however long it has been open
    expect((await sums(it)).seconds_watched).toBe(79);
    await next(4, [[0, 60]]);
    expect((await sums(it)).seconds_watched).toBe(139);
  });

  it("is somebody else's with the same view: that belongs to its first sender", async () => {
    const it = await film();
    const [ada, ben] = [await person(), await person()];
    const view_id = crypto.randomUUID();
    await send(it, [[0, 5]], { who: ada, view_id });
    await send(it, [[0, 20]], { who: ben, view_id, n: 100 });
    await send(it, [[0, 20]], { view_id, n: 100 });
    await send(await film(), [[0, 20]], { who: ada, view_id, n: 100 });
    await send(it, [[5, 7]], { who: ada, view_id, n: 2 });
    expect(await sums(it)).toEqual({ plays: 1, unique_viewers: 1, seconds_watched: 7, guests: 0 });
  });
});

describe("who does not count", () => {
  it("is the owner, an admin without a link, a robot, and a film whose length nobody knows", async () => {
    const it = await film();
    const admin = await person({ role: "admin" });
    await send(it, [[0, 5]], { who: it.owner });
    const path = `/recordings/${it.recording}/watched`;
    const body = { view_id: crypto.randomUUID(), n: 1, ranges: [[0, 5]] };
    expect((await admin.call("POST", path, body)).status).toBe(204);
    await send(it, [[0, 5]], {
      headers: { "User-Agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" },
    });
    expect(await sums(it)).toEqual(nothing);
    await database.pool`update public.recordings set duration = null where id = ${it.recording}`;
    await send(it, [[0, 5]]);
    expect(await sums(it)).toEqual(nothing);
  });

  it("unnamed is whose browser asks for privacy, from then on, and whose settings do", async () => {
    const it = await film();
    const [ada, ben] = [await person(), await person()];
    await send(it, [[0, 5]], { who: ada });
    await send(it, [[0, 5]], { who: ben });
    const names = async () => {
      const { people, guests, unique_viewers } = await read(it);
      return { names: people.map(({ name }) => name).sort(), guests, unique_viewers };
    };
    const both = [ada.username, ben.username].sort();
    expect(await names()).toEqual({ names: both, guests: 0, unique_viewers: 2 });
    const prefer = (named_as_viewer: boolean) =>
      ben.call("PUT", "/user/preferences", { named_as_viewer });
    expect((await (await prefer(false)).json()).named_as_viewer).toBe(false);
    expect(await names()).toEqual({ names: [ada.username], guests: 1, unique_viewers: 2 });
    await send(it, [[5, 6]], { who: ben });
    const named = ({ id }: { id: string }) =>
      database.pool`select from private.viewers where user_id = ${id}`;
    expect(await named(ben)).toHaveLength(0);
    await send(it, [[5, 6]], { who: ada, headers: { "Sec-GPC": "1" } });
    expect(await named(ada)).toHaveLength(0);
    await send(it, [[6, 7]], { who: ada });
    await send(it, [[7, 8]], { who: ada });
    expect(await names()).toEqual({ names: [], guests: 2, unique_viewers: 2 });
    await prefer(true);
    await send(it, [[6, 7]], { who: ben });
    expect(await names()).toEqual({ names: [ben.username], guests: 1, unique_viewers: 2 });
  });
});

describe("guests who are invented", () => {
  it("are counted up to three thousand of a network in an hour; plays that go on, and others, always", () => {
    const admit = newGuests();
    const invent = (network: string) => admit(network, crypto.randomUUID());
    const play = crypto.randomUUID();
    admit("a network", play);
    for (let guest = 1; guest < 3000; guest++) invent("a network");
    expect(() => invent("a network")).toThrow("Very many people have begun to watch");
    admit("a network", play);
    invent("another");
  });
});
