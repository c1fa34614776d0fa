import { describe, expect, it } from "vitest";

import { testApp } from "#tests/support/app.ts";
import { insertRecordings, recordingOf } from "#tests/support/recordings.ts";

const { database, person } = await testApp();
const admin = await person({ role: "admin" });
const ada = await person({ username: "Ada Lovelace" });
const bob = await person({ username: "Bob" });
for (const title of ["Engine", "Étude", "Notes"]) await recordingOf(database, ada, title);
await recordingOf(database, bob, "Engine room");

const read = async (query = "") => (await admin.call("GET", `/admin/videos${query}`)).json();
const names = ({ videos }: { videos: { filename: string }[] }, sorted = true) => {
  const found = videos.map(({ filename }) => filename);
  return sorted ? found.toSorted() : found;
};

describe("the list of all videos", () => {
  it("pages, and knows how many there are also past its last page", async () => {
    expect(await read("?per_page=3")).toMatchObject({ total: 4, total_pages: 2, page: 1 });
    expect(names(await read("?per_page=3&page=2"))).toHaveLength(1);
    expect(await read("?page=9")).toMatchObject({ videos: [], total: 4 });
    expect(await read(`?page=9&owner=${ada.id}`)).toMatchObject({ videos: [], total: 3 });
    expect(await read("?page=9&search=engine")).toMatchObject({ videos: [], total: 2 });
  });

  it("has each video on one page, newest first, from whichever end it is looked for", async () => {
    const whole = names(await read(""), false);
    expect(whole).toEqual(["Engine room", "Notes", "Étude", "Engine"]);
    for (const [query, found] of [
      ["", whole],
      ["&storage=local", whole],
      [`&owner=${ada.id}`, whole.slice(1)],
      ["&search=engine", ["Engine room", "Engine"]],
    ] as const) {
      for (const size of [1, 2, 3]) {
        const pages = [];
        for (let page = 1; page <= 5; page++)
          pages.push(...names(await read(`?per_page=${size}&page=${page}${query}`), false));
        expect(pages, `${query}, ${size} a page`).toEqual(found);
      }
    }
  });

  it("counts what was searched for no further than to an end, and says so", async () => {
    const find = (pattern: string, skipped: number, enough: number) =>
      database.as(admin.caller)(
        (sql) => sql`
          select cardinality(ids) as found, total, at_least
            from app.find_videos(${pattern}, null, null, 10, ${skipped}, ${enough})`,
      );
    expect([...(await find("%engine%", 0, 2))]).toEqual([{ found: 2, total: 2, at_least: false }]);
    expect([...(await find("%engine%", 0, 1))]).toEqual([{ found: 2, total: 1, at_least: true }]);
    expect([...(await find("%engine%", 1, 1))]).toEqual([{ found: 0, total: 1, at_least: true }]);
    expect((await read("?search=engine")).at_least).toBe(false);
  });

  it("finds by title and by person, in any case and language", async () => {
    expect(names(await read("?search=ENGINE"))).toEqual(["Engine", "Engine room"]);
    expect(names(await read(`?search=${encodeURIComponent("étude")}`))).toEqual(["Étude"]);
    expect(names(await read("?search=lovelace"))).toEqual(["Engine", "Notes", "Étude"]);
    expect(names(await read("?search=%25"))).toEqual([]);
  });

  it("finds one letter or two, of any script, whether few have them or many", async () => {
    const cy = await person({ username: "Cy" });
    const many = Array.from({ length: 60 }, (_, i) => ({ filename: `Запись ${i}` }));
    await database.asService("a test makes many")((sql) =>
      insertRecordings(sql, cy.id, [
        { filename: "录屏 1" },
        { filename: "It's 5\\6 & 'q':*" },
        ...many,
      ]),
    );
    const find = async (search: string) => read(`?search=${encodeURIComponent(search)}`);
    for (const search of ["录屏", "录", "屏 1"])
      expect(names(await find(search)), search).toEqual(["录屏 1"]);
    for (const search of ["'", "t's", "\\", "5\\6", "q':*", "& '"])
      expect(names(await find(search)), search).toEqual(["It's 5\\6 & 'q':*"]);
    for (const search of ["屏录", "'s5", "5_6", "ngne"])
      expect(names(await find(search))).toEqual([]);
    expect((await find("ЗАПИСЬ")).total).toBe(60);
    expect((await find("з")).total).toBe(60);
    expect(names(await find("сь 59"))).toEqual(["Запись 59"]);
    expect((await find("cy")).total, "of the person").toBe(62);
    await admin.call("POST", `/admin/users/${cy.id}/delete`, { email: cy.email });
  });

  it("shows the newest first, how large each is, and which has subtitles to read", async () => {
    const sql = database.pool;
    const [engine] = (await read("?search=lovelace&per_page=1")).videos;
    expect(engine.filename).toBe("Notes");
    await sql`update public.recordings set size = 3 * 1048576 where id = ${engine.id}`;
    await sql`
      insert into public.subtitles (recording_id, status) values (${engine.id}, 'running')
    `;
    expect((await read("?search=notes")).videos).toMatchObject([
      { size_mb: 3, has_subtitles: false, user: { username: "Ada Lovelace" } },
    ]);
    await sql`update public.subtitles set status = 'ready' where recording_id = ${engine.id}`;
    expect((await read("?search=notes")).videos).toMatchObject([{ has_subtitles: true }]);
  });

  it("shows one kind of storage where that is asked for", async () => {
    expect((await read("?storage=local")).total).toBe(4);
    expect(await read("?storage=s3&search=engine")).toMatchObject({ videos: [], total: 0 });
  });
});
