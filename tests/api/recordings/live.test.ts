import { describe, expect, it } from "vitest";
import { GrowingWebm } from "#api/media/live/webm.ts";
import { testApp } from "#tests/support/app.ts";
import { headOfWebm, largePicture, pictureOf, tinyPicture } from "#tests/support/hostile-takes.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { created, tusClient } from "#tests/support/tus.ts";
import { videoBytes } from "#tests/support/videos.ts";

const app = await testApp();
const webm = await videoBytes("recorded.webm");
const half = Math.floor(webm.length / 2);

/** Somebody records with a link; the first half has arrived. */
async function recorder(bytes = webm, filetype = "video/webm", wishes = {}) {
  const owner = await app.person();
  const tus = tusClient(app, owner.token);
  const { url, recording } = created(await tus.create({ filetype }));
  const middle = Math.floor(bytes.length / 2);
  expect((await tus.patch(url, { offset: 0, bytes: bytes.subarray(0, middle) })).status).toBe(204);
  const link = await linkTo(owner, recording, wishes);
  const live = (query = "", request = app.request) =>
    request(`/api/recordings/${recording}/live?${query}`, { headers: through(link) });
  return {
    ...{ owner, tus, url, recording, link, live },
    end: () =>
      tus.patch(url, { offset: middle, bytes: bytes.subarray(middle), length: bytes.length }),
    /** By the owner: whether it is paused. */
    pause: (paused: boolean) => owner.call("PUT", `/recordings/${recording}/live`, { paused }),
    own: async () => (await owner.call("GET", `/recordings/${recording}`)).json(),
    shown: async () =>
      (await (await app.visitor.call("GET", `/shared/${link.share_token}`)).json()).recording,
    change: (change: object) =>
      owner.call("PATCH", `/recordings/${recording}/shares/${link.id}`, change),
    /** All bytes from a byte on, as a viewer reads them. */
    async all(from = 0, request = app.request) {
      const pieces: Buffer[] = [];
      for (let at = from; ; ) {
        const answer = await live(`from_byte=${at}`, request);
        if (answer.status !== 200) return Buffer.concat(pieces);
        pieces.push(Buffer.from(await answer.arrayBuffer()));
        at = Number(answer.headers.get("X-Next-Byte"));
        if (at >= (await (await live("", request)).json()).bytes) return Buffer.concat(pieces);
      }
    },
  };
}

const codeOf = async (answer: Response) => [answer.status, (await answer.json()).code];

describe("a recording that runs", () => {
  it("says how far it reaches, to its owner and behind its link, until it ends", async () => {
    const { own, shown, end } = await recorder();
    const { live } = await own();
    expect(live.seconds).toBeGreaterThan(1);
    expect(live).toMatchObject({ paused: false });
    expect((await shown()).live).toEqual(live);
    await end();
    expect([(await own()).live, (await shown()).live]).toEqual([null, null]);
  });

  it("can be begun at the beginning, near the end, and in between", async () => {
    const { live, end } = await recorder();
    await end();
    const index = await (await live()).json();
    expect(index).toMatchObject({
      mime_type: 'video/webm; codecs="vp8,opus"',
      begin: { seconds: 0 },
    });
    expect(index.begin.byte).toBeGreaterThanOrEqual(index.init_bytes);
    const beginAt = async (at: number | "live") => (await (await live(`at=${at}`)).json()).begin;
    const last = await beginAt(index.seconds);
    expect(last.seconds).toBeGreaterThan(0);
    expect(await beginAt(last.seconds + 0.5)).toEqual(last);
    expect((await beginAt(last.seconds - 0.1)).byte).toBeLessThan(last.byte);
    // A player that had less than the next part takes to come would run dry.
    const newest = await beginAt("live");
    expect(newest).toEqual(await beginAt(Number((index.seconds - 4).toFixed(2))));
    expect(newest).not.toEqual(last);
  });

  it("gives the same bytes from each of its places, also from another process", async () => {
    const { live, all, end } = await recorder();
    await end();
    const cut = Buffer.concat(new GrowingWebm().push(webm));
    expect((await all()).equals(cut)).toBe(true);
    const { byte } = (await (await live("at=100")).json()).begin;
    const other = app.anotherProcess();
    expect((await all(byte, other)).equals(cut.subarray(byte))).toBe(true);
    expect((await all(1000, other)).equals(cut.subarray(1000))).toBe(true);
  });

  // A reader that was not woken would wait longer than this.
  it("gives what comes to who waits for it, and says that it is paused", {
    timeout: 15_000,
  }, async () => {
    const { live, end, pause, own } = await recorder();
    const { bytes } = await (await live()).json();
    let woken: Response | undefined;
    const waiting = live(`from_byte=${bytes}`).then((answer) => {
      woken = answer;
      return answer;
    });
    // It may not wait yet when the first of these comes.
    for (let paused = true; !woken; paused = !paused)
      expect((await (await pause(paused)).json()).live.paused).toBe(paused);
    const told = await waiting;
    await pause(true);
    expect([told.status, told.headers.get("X-Next-Byte")]).toEqual([204, String(bytes)]);
    expect(JSON.parse(told.headers.get("X-Live") ?? "")).toMatchObject({ ended: false });
    const more = live(`from_byte=${bytes}&paused=true`); // it may not wait yet when that is over
    expect((await own()).live.paused).toBe(true);
    await pause(false);
    await more;
    const last = live(`from_byte=${bytes}`);
    await end();
    const answer = await last;
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
    expect((await answer.arrayBuffer()).byteLength).toBe(
      Number(answer.headers.get("X-Next-Byte")) - bytes,
    );
  });

  it("answers at once who has not heard yet that it is paused, and that it went on", {
    timeout: 15_000,
  }, async () => {
    const { live, pause } = await recorder();
    const { bytes } = await (await live()).json();
    await pause(true);
    for (const paused of [true, false]) {
      const told = await live(`from_byte=${bytes}&paused=${!paused}`);
      expect(told.status).toBe(204);
      expect(JSON.parse(told.headers.get("X-Live") ?? "").paused).toBe(paused);
      await pause(!paused);
    }
    expect((await live(`from_byte=${bytes}&paused=perhaps`)).status).toBe(400);
  });

  it("can be read to its end for a while after it, and then not", async () => {
    const { live, end, recording, pause } = await recorder();
    await end();
    expect(await (await live()).json()).toMatchObject({ ended: true, paused: false });
    expect((await live("from_byte=99999999")).status).toBe(204);
    expect(await codeOf(await pause(true))).toEqual([409, "not_live"]);
    const cut = (edited: boolean) =>
      app.database.pool`update public.recordings set edited = ${edited} where id = ${recording}`;
    await cut(true);
    expect(await codeOf(await live()), "what was cut out is in it").toEqual([409, "not_live"]);
    await cut(false);
    await app.database.pool`
      update public.uploads set finished_at = now() - interval '3 minutes'
       where recording_id = ${recording}
    `;
    expect(await codeOf(await live())).toEqual([409, "not_live"]);
  });

  it("is another take after a restart, and the bytes begin anew", async () => {
    const { live, tus, recording, own } = await recorder();
    const { bytes, take } = await (await live()).json();
    const waiting = live(`from_byte=${bytes}&take=${take}`);
    const { url } = created(await tus.create({ recording, take: "1" }));
    expect((await own()).live.seconds).toBe(0);
    await tus.patch(url, { offset: 0, bytes: webm.subarray(0, half) });
    expect(await codeOf(await waiting)).toEqual([409, "begun_again"]);
    expect((await (await live()).json()).take).toBe(1);
  });
});

describe("the pages that show a recording that runs", () => {
  it("are told that more came, once a second at most, and at once that it is paused or begun again", async () => {
    const { recording, tus, url, pause, own } = await recorder();
    const told = async () =>
      (
        await app.database.pool<{ inserted_at: Date }[]>`
          select inserted_at from realtime.messages
           where topic = ${`recording:${recording}`} and event = 'recording' order by inserted_at
        `
      ).map(({ inserted_at }) => inserted_at.getTime());
    const before = (await told()).length;
    for (let at = half; at < half + 5000; at += 1000)
      await tus.patch(url, { offset: at, bytes: webm.subarray(at, at + 1000) });
    expect((await own()).size).toBe(half + 5000);
    await expect.poll(async () => (await told()).length, { timeout: 5000 }).toBe(before + 1);
    const [last = 0, late = 0] = (await told()).slice(-2);
    expect(late - last).toBeGreaterThan(900);
    const at = half + 5000;
    await tus.patch(url, { offset: at, bytes: webm.subarray(at, at + 1000) });
    await expect.poll(async () => (await told()).length, { timeout: 5000 }).toBe(before + 2);
    await pause(true);
    expect((await told()).length).toBe(before + 3);
    await tus.create({ recording, take: "1" });
    expect((await told()).length).toBe(before + 4);
  });
});

describe("who may watch a recording that runs", () => {
  it("is asked anew with each call", async () => {
    const { live, change, owner, recording, link, shown, own } = await recorder();
    const stream = () =>
      app.visitor.call("GET", `/recordings/${recording}/stream`, undefined, through(link));
    expect([(await live()).status, (await stream()).status]).toEqual([200, 200]);
    expect((await (await change({ watch_live: false })).json()).watch_live).toBe(false);
    expect(await codeOf(await live())).toEqual([403, "live_off"]);
    expect(await codeOf(await stream())).toEqual([403, "live_off"]);
    expect((await shown()).live).toBeNull();
    const seen = await app.visitor.call(
      "GET",
      `/recordings/${recording}`,
      undefined,
      through(link),
    );
    expect((await seen.json()).live).toBeNull();
    expect((await own()).live).not.toBeNull();
    expect(
      (await owner.call("GET", `/recordings/${recording}/live`, undefined, through(link))).status,
    ).toBe(200);
    await owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
    expect((await live()).status).toBe(404);
  });

  it("is nobody without a right, and only its owner pauses it", async () => {
    const { recording, link } = await recorder();
    const stranger = await app.person();
    expect((await app.visitor.call("GET", `/recordings/${recording}/live`)).status).toBe(401);
    expect((await stranger.call("GET", `/recordings/${recording}/live`)).status).toBe(404);
    const path = `/recordings/${recording}/live`;
    expect((await stranger.call("PUT", path, { paused: true }, through(link))).status).toBe(403);
    expect((await stranger.call("PUT", path, { paused: true })).status).toBe(404);
  });
});

describe("a question about a recording that runs", () => {
  it.each(["at=soon", "at=-1", "at=", "from_byte=x", "from_byte=1.5", "from_byte=-1", "at=1e3"])(
    "with %s is refused",
    async (query) => {
      const { live } = await recorder();
      expect((await live(query)).status).toBe(400);
    },
  );

  it("is answered with words where no player can append it", async () => {
    const { live } = await recorder(await videoBytes("h264.mkv"), "video/x-matroska");
    expect(await codeOf(await live())).toEqual([409, "live_unsupported"]);
    expect(await codeOf(await live("from_byte=0"))).toEqual([409, "live_unsupported"]);
  });

  it("is answered for fragmented MP4 as it is", async () => {
    const mp4 = await videoBytes("recorded.mp4");
    const { live, all, end } = await recorder(mp4, "video/mp4");
    expect((await (await live()).json()).mime_type).toContain("video/mp4; codecs=");
    await end();
    expect((await all()).equals(Buffer.from(mp4))).toBe(true);
  });
});

describe("takes that hold very much in memory", () => {
  const MB = 1024 * 1024;
  const TAKES = 12;

  it("let go of what can be made again, and are all followed on", async () => {
    const film = Buffer.concat([await headOfWebm(), tinyPicture(0), pictureOf(7 * MB, 1)]);
    const more = Buffer.alloc(film.length);
    const takes: Awaited<ReturnType<typeof recorder>>[] = [];
    while (takes.length < TAKES) takes.push(await recorder(Buffer.concat([film, more])));
    for (const { live } of takes)
      expect((await (await live("from_byte=0")).arrayBuffer()).byteLength).toBeGreaterThan(7 * MB);
    for (const { live } of takes) expect((await live()).status).toBe(200);
  });

  it("are not followed beyond a bound, and leave the takes of others alone", async () => {
    const honest = await recorder();
    await honest.all(); // somebody watches it, so that its end is kept
    const hostile = Buffer.concat([await headOfWebm(), largePicture(7.5 * MB, 7 * MB)]);
    const takes: (() => Promise<Response>)[] = [];
    for (let take = 0; take < TAKES; take++) {
      const owner = await app.person();
      const tus = tusClient(app, owner.token);
      const { url, recording } = created(await tus.create());
      expect((await tus.patch(url, { offset: 0, bytes: hostile })).status).toBe(204);
      takes.push(() => owner.call("GET", `/recordings/${recording}/live`));
      if (take === 3) expect((await takes[0]?.())?.status, "a few are followed").toBe(200);
    }
    const statuses = await Promise.all(takes.map(async (live) => (await live()).status));
    expect(statuses.filter((status) => status === 409).length).toBeGreaterThan(0);
    expect((await honest.live()).status).toBe(200);
    await honest.end();
    expect((await honest.all()).length).toBeGreaterThan(webm.length / 2);
  });
});
