import { describe, expect, it } from "vitest";
import { testApp } from "#tests/support/app.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { cue } from "./world.ts";

const { person, database } = await testApp();
const service = database.asService("a test says things");

type Person = Awaited<ReturnType<typeof person>>;

async function talk(owner: Person, filename: string, language: string, cues: [number, string][]) {
  const said = cues.map(([start, text]) => cue(start, start + 2, text));
  return service(async (sql) => {
    const recording = await insertRecording(sql, owner.id, { filename });
    const [made] = await sql<{ id: string }[]>`
      insert into public.subtitles (recording_id, language, cues)
      values (${recording}, ${language}, ${sql.json(said)}) returning id`;
    return { recording, subtitle: made?.id ?? "" };
  });
}

interface Found {
  filename: string;
  matches: { at_seconds: number; text: string }[];
}

async function search(who: Person, words: string) {
  const answer = await who.call("GET", `/recordings?search=${encodeURIComponent(words)}`);
  expect(answer.status).toBe(200);
  const { recordings, total } = await answer.json();
  expect(recordings).toHaveLength(total);
  return Object.fromEntries(
    recordings.map(({ filename, matches }: Found) => [
      filename,
      matches.map(({ at_seconds, text }) => `${at_seconds} ${text}`),
    ]),
  );
}

const speaker = await person();
await talk(speaker, "Budget", "en", [
  [1.5, "Good morning everyone"],
  [400, "The budgets for March were approved"],
  [405.25, "and we are hiring"],
  [900, "Now the budget again"],
]);
await talk(speaker, "Küche", "de", [
  [3, "Die Häuser am See"],
  [9, "ein Haus"],
]);
await talk(speaker, "Kot", "pl", [[2, "Widzę kota na dachu"]]);
await talk(speaker, "Tea", "ja", [
  [7, "美味しいお茶を飲みます"],
  [12, "水を飲む"],
]);

describe("the library's search", () => {
  it("finds what was said, in other forms of the words, and tells where", async () => {
    expect(await search(speaker, "budget")).toEqual({
      Budget: ["400 The budgets for March were approved", "900 Now the budget again"],
    });
    expect(await search(speaker, "approve hire")).toEqual({
      Budget: ["400 The budgets for March were approved", "405.25 and we are hiring"],
    });
    expect(await search(speaker, "haus")).toEqual({ Küche: ["3 Die Häuser am See", "9 ein Haus"] });
  });

  it("finds titles as before, and both at once", async () => {
    expect(await search(speaker, "küch")).toEqual({ Küche: [] });
    await talk(speaker, "Everyone's plan", "en", [[1, "nothing"]]);
    expect(await search(speaker, "everyone")).toEqual({
      "Everyone's plan": [],
      Budget: ["1.5 Good morning everyone"],
    });
  });

  it("finds words of languages that Postgres has no rules for, and beginnings of words", async () => {
    expect(await search(speaker, "kot na")).toEqual({});
    expect(await search(speaker, "na dach")).toEqual({ Kot: ["2 Widzę kota na dachu"] });
    expect(await search(speaker, "kot")).toEqual({ Kot: ["2 Widzę kota na dachu"] });
    expect(await search(speaker, "morn")).toEqual({ Budget: ["1.5 Good morning everyone"] });
  });

  it("finds what is written without spaces", async () => {
    expect(await search(speaker, "お茶")).toEqual({ Tea: ["7 美味しいお茶を飲みます"] });
    expect(await search(speaker, "水")).toEqual({ Tea: ["12 水を飲む"] });
    expect(await search(speaker, "を飲")).toEqual({
      Tea: ["7 美味しいお茶を飲みます", "12 水を飲む"],
    });
    expect(await search(speaker, "茶水")).toEqual({});
  });

  it("finds é in either of its spellings", async () => {
    const owner = await person();
    const { recording } = await talk(owner, "Menu", "fr", []);
    const content = "1\n00:00:01,000 --> 00:00:02,000\nun cafe\u0301\n";
    const its = `/recordings/${recording}/subtitles/upload`;
    const uploaded = await owner.call("POST", its, { language: "fr", content });
    expect(uploaded.status, await uploaded.text()).toBe(201);
    for (const typed of ["café", "cafe\u0301"])
      expect(await search(owner, typed)).toEqual({ Menu: ["1 un café"] });
  });

  it("takes what is typed as text, whatever it holds", async () => {
    for (const words of ["the", "&|!:*", "a'b:*c & (", "\\", "<->", "%", "👍", "x".repeat(200)])
      expect(await search(speaker, words)).toEqual({});
  });

  it("shows nobody what was said in recordings of others", async () => {
    const other = await person();
    const admin = await person({ role: "admin" });
    for (const one of [other, admin]) await talk(one, "Own", "en", [[1, "something else"]]);
    expect(await search(other, "budget")).toEqual({});
    expect(await search(admin, "budget")).toEqual({});
  });

  it("follows every edit, and forgets what is gone or not ready", async () => {
    const owner = await person();
    const { recording, subtitle } = await talk(owner, "Talk", "en", [[1, "elephants"]]);
    const its = `/recordings/${recording}/subtitles/${subtitle}`;
    await owner.call("PUT", its, { cues: [cue(5, 6, "giraffes")] });
    expect(await search(owner, "elephant")).toEqual({});
    expect(await search(owner, "giraffe")).toEqual({ Talk: ["5 giraffes"] });
    const become = (status: string) =>
      service((sql) => sql`update public.subtitles set status = ${status} where id = ${subtitle}`);
    await become("running");
    expect(await search(owner, "giraffe")).toEqual({});
    await become("ready");
    expect(await search(owner, "giraffe")).toEqual({ Talk: ["5 giraffes"] });
    await owner.call("DELETE", its);
    expect(await search(owner, "giraffe")).toEqual({});
  });

  it("tells of any words the moments that reading everything would find", async () => {
    const owner = await person();
    for (const [index, cues] of manyTalks().entries()) {
      const { recording } = await talk(owner, `Talk ${index}`, "en", cues);
      const more = cues.map(([at, text]) => cue(at + (index % 2), at + 2, `${text} pears`));
      await service(
        (sql) => sql`
          insert into public.subtitles (recording_id, language, cues)
          values (${recording}, 'de', ${sql.json(more)})`,
      );
    }
    for (const words of [
      "apples",
      "apple be",
      "pears cherry",
      "figs apples",
      "dat",
      "figs pears be",
    ]) {
      const shown = await search(owner, words);
      expect(shown, words).toEqual(await readEverything(owner, words));
      expect(Object.values(shown).flat().length, words).toBeGreaterThan(0);
    }
  });
});

/** Quarters of an hour in which the same few words come again and again. */
function manyTalks() {
  const spoken = ["apples", "berries", "cherry", "dates", "figs", "an apple", "figs and dates"];
  return Array.from({ length: 4 }, (_, talk) =>
    Array.from({ length: 40 }, (_, n): [number, string] => {
      const word = (by: number) => spoken[((talk + 3) * n * by + n) % spoken.length];
      return [n * 25, `${word(1)} ${word(5)}`];
    }),
  );
}

/** Puts the same question to every line of every stretch. */
async function readEverything(owner: Person, words: string) {
  const rows = await service(
    (sql) => sql<{ filename: string; line: string }[]>`
      with asked as (
        select whole, replace(whole::text, '&', '|')::tsquery as part
          from private.sought_by(${owner.id}, ${words}) whole
      ), hit as (
        select p.*, row_number() over (partition by p.recording_id
                                       order by p.position, p.subtitle_id) as nth
          from private.passages p, asked where p.said @@ asked.whole
      ), line as (
        select distinct on (h.recording_id, cue.at) h.recording_id, cue.at, cue.text,
               ts_rank(private.as_said(h.language, cue.text), asked.part) as rank
          from asked, hit h, lateral (
                 select (line ->> 0)::float8 as at, line ->> 1 as text
                   from jsonb_array_elements(h.lines) line) cue
         where h.nth <= 3 and private.as_said(h.language, cue.text) @@ asked.part
         order by h.recording_id, cue.at, rank desc, cue.text
      ), best as (
        select *, row_number() over (partition by recording_id order by rank desc, at) as nth from line
      )
      select r.filename, best.at || ' ' || best.text as line
        from best join public.recordings r on r.id = best.recording_id
       where best.nth <= 3 order by r.filename, best.at`,
  );
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ filename }) => filename)].map(([filename, lines]) => [
      filename,
      lines.map(({ line }) => line),
    ]),
  );
}
