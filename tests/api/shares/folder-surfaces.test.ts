import { beforeAll, describe, expect, it } from "vitest";
import type { Share } from "#contract/shares.ts";
import { testApp } from "#tests/support/app.ts";
import { through } from "#tests/support/links.ts";
import { joined, serveRealtime } from "#tests/support/realtime.ts";
import { saveVideo } from "#tests/support/saving.ts";

const { database, keys, person, visitor, request } = await testApp();
const sql = database.pool;
const [ada, ben] = [await person(), await person()];

describe("every surface of a recording in a shared folder", () => {
  let id: string;
  let link: Share;
  let media: string;
  let subtitle: string;
  let folder: string;

  beforeAll(async () => {
    id = (await saveVideo(ada)).id;
    const jpeg = Buffer.alloc(400);
    jpeg.writeUIntBE(0xffd8ffe0, 0, 4);
    jpeg.writeUIntBE(0xffd9, 398, 2);
    await ada.call("POST", `/recordings/${id}/thumbnail`, new Blob([jpeg]));
    const [row] = await sql<{ id: string }[]>`
      insert into public.subtitles (recording_id, status, language, cues)
      values (${id}, 'ready', 'en', ${sql.json([{ start: 0, end: 2, text: "Well said" }])}) returning id
    `;
    subtitle = row?.id ?? "";
    folder = (await (await ada.call("POST", "/folders", { name: "Seen" })).json()).id;
    await move(folder);
    const wishes = { allow_download: true, guests_may_comment: true };
    link = await (await ada.call("POST", `/folders/${folder}/shares`, wishes)).json();
    const token = await visitor.call(
      "POST",
      `/recordings/${id}/media-token`,
      undefined,
      through(link),
    );
    media = (await token.json()).token;
  });

  const move = (folder_id: string | null) =>
    ada.call("POST", "/recordings/batch", { ids: [id], act: "move", folder_id });
  const get = (path: string) =>
    visitor.call("GET", `/recordings/${id}${path}`, undefined, through(link));
  const paths = [
    ...["", "/metadata", "/stream", "/download", "/thumbnail", "/comments", "/comments.csv"],
    ...[
      "/comments.md",
      "/marks",
      "/reactions",
      "/people",
      "/chapters",
      "/subtitles",
      "/transcript",
    ],
  ];
  const byToken = ["stream", "download", "thumbnail"];
  async function answers() {
    const all = [
      ...paths.map(async (path) => [path, (await get(path)).status]),
      ...byToken.map(async (path) => {
        const answer = await request(`/api/recordings/${id}/${path}?token=${media}`);
        return [`${path} by a token`, answer.status];
      }),
      ...["", "/track", "/download"].map(async (path) => [
        `subtitle ${path}`,
        (await get(`/subtitles/${subtitle}${path}`)).status,
      ]),
      (async () => {
        const path = `/recordings/${id}/media-token`;
        return ["a new token", (await visitor.call("POST", path, undefined, through(link))).status];
      })(),
      (async () => {
        const beacon = { view_id: crypto.randomUUID(), n: 1, ranges: [] };
        const answer = await request(`/api/recordings/${id}/watched?token=${media}`, {
          method: "POST",
          headers: { "Content-Type": "text/plain" },
          body: JSON.stringify(beacon),
        });
        return ["what was watched", answer.status === 204 ? 200 : answer.status];
      })(),
      (async () => {
        const body = { content: "Hi" };
        const answer = await ben.call("POST", `/recordings/${id}/comments`, body, through(link));
        return ["a comment", answer.status === 201 ? 200 : answer.status];
      })(),
    ];
    return Object.fromEntries(await Promise.all(all));
  }

  it("opens, but for what is its owner's business", async () => {
    const statuses = await answers();
    expect(new Set(Object.values(statuses)), JSON.stringify(statuses)).toEqual(new Set([200]));
    expect((await get("/viewers")).status).toBe(401);
    const asBen = (path: string) => ben.call("GET", path, undefined, through(link));
    expect((await asBen(`/recordings/${id}/viewers`)).status).toBe(404);
    expect((await asBen(`/recordings/${id}/shares`)).status).toBe(403);
    const mine = await (await asBen("/recordings?search=recorded")).json();
    expect(mine.recordings).toEqual([]);
    const said = await (await asBen("/recordings?search=Well said")).json();
    expect(said.recordings).toEqual([]);
  });

  it("closes when it leaves the folder: calls and tokens at once, its channel by the announcement", async () => {
    const { connect } = await serveRealtime(database, keys, { recheckEvery: 3_600_000 });
    const { token } = await (
      await visitor.call("POST", "/realtime/token", undefined, through(link))
    ).json();
    const channel = await joined(await connect(token), `recording:${id}`);
    await move(null);
    await expect.poll(() => channel.statuses).toContain("CLOSED");
    expect(channel.heard.map(({ event }) => event)).toContain("share");
    const statuses = await answers();
    expect(new Set(Object.values(statuses)), JSON.stringify(statuses)).toEqual(new Set([404]));
    const opened = await visitor.call("GET", `/shared/${link.share_token}`);
    expect((await opened.json()).folder.recordings).toEqual([]);
  });
});
