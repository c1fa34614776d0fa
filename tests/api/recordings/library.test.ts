import { describe, expect, it } from "vitest";
import { Receipt, Recording, RecordingList } from "#contract/recordings.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { insertRecordings } from "#tests/support/recordings.ts";
import { saveVideo } from "#tests/support/saving.ts";

const app = await testApp();
const sql = app.database.pool;

/** A library as if it had grown over time; the first is the oldest. */
async function shelf(person: SignedIn, rows: Parameters<typeof insertRecordings>[2]) {
  const grown = rows.map((row, index) => ({
    created_at: new Date(2026, 0, 1, 0, index).toISOString(),
    ...row,
  }));
  await insertRecordings(sql, person.id, grown);
}

async function list(person: SignedIn, query = "") {
  const response = await person.call("GET", `/recordings${query}`);
  expect(response.status).toBe(200);
  return RecordingList.parse(await response.json());
}

const titles = ({ recordings }: RecordingList) => recordings.map(({ filename }) => filename);

describe("the library", () => {
  it("pages from the newest, ten at a time, and knows how many there are", async () => {
    const ada = await app.person();
    await shelf(
      ada,
      Array.from({ length: 12 }, (_, index) => ({ filename: `Clip ${index}` })),
    );
    const first = await list(ada);
    expect(first).toMatchObject({ total: 12, has_more: true });
    expect(titles(first)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `Clip ${index}`));
    const second = await list(ada, "?offset=10");
    expect(second).toMatchObject({ total: 12, has_more: false });
    expect(titles(second)).toEqual(["Clip 1", "Clip 0"]);
    expect(await list(ada, "?limit=2&offset=10"), "to the last").toMatchObject({ has_more: false });
    expect(await list(ada, "?limit=3&offset=100")).toMatchObject({
      recordings: [],
      has_more: false,
    });
  });

  it.each([
    ["newest", ["c", "a", "B"]],
    ["oldest", ["B", "a", "c"]],
    ["title", ["a", "B", "c"]],
    ["longest", ["c", "B", "a"]],
    ["largest", ["a", "c", "B"]],
  ])("sorts by %s", async (sort, expected) => {
    const ada = await app.person();
    await shelf(ada, [
      { filename: "B", size: 1, duration: 5 },
      { filename: "a", size: 3, duration: null },
      { filename: "c", size: 2, duration: 9 },
    ]);
    expect(titles(await list(ada, `?sort=${sort}`))).toEqual(expected);
  });

  it("finds by title and by the file's own name, whatever the case, taking signs for signs", async () => {
    const ada = await app.person();
    await shelf(ada, [
      { filename: "Weekly Demo" },
      { filename: "Other", original_filename: "demo-final.webm" },
      { filename: "100% done_now" },
      { filename: "100 percent" },
      { filename: "100 done now" },
    ]);
    expect(titles(await list(ada, "?search=DEMO&sort=oldest"))).toEqual(["Weekly Demo", "Other"]);
    expect(await list(ada, "?search=demo&limit=1")).toMatchObject({ total: 2, has_more: true });
    expect(titles(await list(ada, `?search=${encodeURIComponent("0%")}`))).toEqual([
      "100% done_now",
    ]);
    expect(titles(await list(ada, "?search=e_n"))).toEqual(["100% done_now"]);
    expect(titles(await list(ada, `?search=${encodeURIComponent("\\")}`))).toEqual([]);
  });

  it("finds and sorts what people read, however it is written", async () => {
    const ada = await app.person();
    const decomposed = "Cafe\u0301 am Abend";
    await shelf(
      ada,
      ["Zebra", "éclair", "Take 10", decomposed, "Take 2", "ÜBUNG"].map((filename) => ({
        filename,
      })),
    );
    expect(titles(await list(ada, "?sort=title"))).toEqual([
      "Café am Abend",
      "éclair",
      "Take 2",
      "Take 10",
      "ÜBUNG",
      "Zebra",
    ]);
    for (const search of ["CAFÉ", "cafe\u0301", "é A"])
      expect(titles(await list(ada, `?search=${encodeURIComponent(search)}`))).toEqual([
        "Café am Abend",
      ]);
    expect(titles(await list(ada, `?search=${encodeURIComponent("übung")}`))).toEqual(["ÜBUNG"]);
  });

  it("finds titles by their small and capital letters, as Turkish has them too", async () => {
    const ada = await app.person();
    await shelf(ada, [{ filename: "İstanbul" }, { filename: "Isparta" }]);
    for (const [search, title] of [
      ["istanbul", "İstanbul"],
      ["ISTANBUL", "İstanbul"],
      ["ısparta", "Isparta"],
    ] as const)
      expect(titles(await list(ada, `?search=${encodeURIComponent(search)}`))).toEqual([title]);
  });

  it("finds titles by letters without their accents, and takes away no part of another letter", async () => {
    const ada = await app.person();
    const found = async (search: string) =>
      titles(await list(ada, `?search=${encodeURIComponent(search)}`));
    const written = ["Résumé", "Überblick", "Łódź", "Đường về Huế", "Ελλάδα", "Ёлка", "שָׁלוֹם"];
    await shelf(
      ada,
      [...written, "がっこう", "Мой", "किताब"].map((filename) => ({ filename })),
    );
    const typed = ["resume", "uber", "lodz", "duong ve hue", "ελλαδα", "елка", "שלום"];
    for (const [place, search] of typed.entries())
      expect(await found(search), search).toEqual([written[place]]);
    expect(await found("RÉSUME"), "also where accents are typed").toEqual(["Résumé"]);
    for (const search of ["かっこう", "мои", "कताब"])
      expect(await found(search), search).toEqual([]);
    for (const same of ["がっこう", "мой", "किताब"]) expect(await found(same)).toHaveLength(1);
  });

  it("spells titles and the files' own names in one way, also when they are changed", async () => {
    const ada = await app.person();
    const decomposed = "Cafe\u0301";
    await shelf(ada, [{ filename: "One", original_filename: `${decomposed}.webm` }]);
    expect(titles(await list(ada, `?search=${encodeURIComponent("Café.")}`))).toEqual(["One"]);
    await app.database.pool`
      update public.recordings set filename = ${decomposed} where owner_id = ${ada.id}
    `;
    expect(titles(await list(ada))).toEqual(["Café"]);
  });

  it("knows how many there are past its last page, too", async () => {
    const ada = await app.person();
    await shelf(ada, [{ filename: "One" }, { filename: "Two" }]);
    expect(await list(ada, "?offset=50")).toMatchObject({ recordings: [], total: 2 });
    expect(await list(ada, "?offset=50&search=o")).toMatchObject({ recordings: [], total: 2 });
  });

  it("is one's own, for admins too", async () => {
    const [ada, admin] = [await app.person(), await app.person({ role: "admin" })];
    await shelf(ada, [{ filename: "Ada's" }]);
    expect(await list(admin)).toEqual({ recordings: [], total: 0, has_more: false });
  });

  it.each(["limit=0", "limit=101", "limit=x", "offset=-1", "sort=width"])(
    "rejects ?%s",
    async (query) => {
      const ada = await app.person();
      const answer = await ada.call("GET", `/recordings?${query}`);
      expect(answer.status).toBe(400);
      expect((await answer.json()).message).toMatch(new RegExp(`^${query.split("=")[0]} must `));
    },
  );
});

describe("one recording", () => {
  it("is read alone and as metadata", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    for (const call of [`/recordings/${id}`, `/recordings/${id}/metadata`]) {
      const found = Recording.parse(await (await ada.call("GET", call)).json());
      expect(found).toMatchObject({ id, thumbnail_path: null });
    }
  });

  it("is renamed, and answers with its new name", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    const renamed = await ada.call("PUT", `/recordings/${id}`, { filename: "  Demo 🎬 " });
    expect(Recording.parse(await renamed.json())).toMatchObject({ id, filename: "Demo 🎬" });
  });

  it.each([
    ["one line", "Demo\r\nfor\u2028Friday\t7", "Demo for Friday 7"],
    ["its own direction", "invoice\u202efdp.exe\u2066", "invoicefdp.exe"],
    ["one spelling", "Cafe\u0301", "Café"],
    ["families and flags", "👩‍👩‍👧 🇫🇷", "👩‍👩‍👧 🇫🇷"],
    ["a script that reads from the right", "שלום\u200f עולם", "שלום\u200f עולם"],
  ])("has a name of %s", async (_, typed, name) => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    const renamed = await ada.call("PUT", `/recordings/${id}`, { filename: typed });
    expect((await renamed.json()).filename).toBe(name);
  });

  it.each([
    [{ filename: "   " }, "Title cannot be empty"],
    [{ filename: "" }, "Title cannot be empty"],
    [{}, "Title cannot be empty"],
    [{ filename: "\u200b\u2060\ufeff" }, "Title cannot be empty"],
    [{ filename: "\u3164 \u2800" }, "Title cannot be empty"],
    [{ filename: "\u202e\n\u2066" }, "Title cannot be empty"],
    [{ filename: "x".repeat(256) }, "The title is too long"],
  ])("rejects the name %j", async (body, message) => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    const response = await ada.call("PUT", `/recordings/${id}`, body);
    expect(response.status).toBe(422);
    expect(await response.json()).toMatchObject({ error: message, fields: { filename: message } });
  });

  it("that lies in a drive waits once to be renamed there, in the line of its owner", async () => {
    const ada = await app.person();
    const [id = ""] = await insertRecordings(sql, ada.id, [{ storage_type: "google_drive" }]);
    for (const filename of ["One", "Two", "Three"])
      expect((await ada.call("PUT", `/recordings/${id}`, { filename })).status).toBe(200);
    const jobs = await sql`select account, data from private.jobs where kind = 'name-file'`;
    expect(jobs).toEqual([{ account: ada.id, data: { recording_id: id } }]);
  });

  it("has a receipt of the bytes as they came", async () => {
    const ada = await app.person();
    const { id, size } = await saveVideo(ada);
    const response = await ada.call("GET", `/recordings/${id}/receipt`);
    expect(Receipt.parse(await response.json())).toEqual({
      recording_id: id,
      status: "processing",
      received_bytes: size,
      received_sha256: null,
      duration: null,
      seekable: null,
      audio: null,
    });
  });

  it("is deleted once, and for good once more, and with it goes what counts for it", async () => {
    const ada = await app.person();
    const { id } = await saveVideo(ada);
    const deleted = await ada.call("DELETE", `/recordings/${id}`);
    expect(await deleted.json()).toEqual({ success: true });
    expect((await ada.call("DELETE", `/recordings/${id}`)).status).toBe(404);
    expect((await ada.call("GET", `/recordings/${id}`)).status).toBe(404);
    expect(await list(ada)).toMatchObject({ total: 0 });
    expect((await ada.call("DELETE", `/trash/${id}`)).status).toBe(200);
    expect((await ada.call("DELETE", `/trash/${id}`)).status).toBe(404);
    const [usage] =
      await sql`select used_bytes from public.storage_usage where user_id = ${ada.id}`;
    expect(usage).toEqual({ used_bytes: 0 });
  });

  it("of an id that is none does not exist", async () => {
    const ada = await app.person();
    for (const id of ["nonsense", crypto.randomUUID(), "..%2f"])
      expect((await ada.call("GET", `/recordings/${id}`)).status).toBe(404);
  });
});
