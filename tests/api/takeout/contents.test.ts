import { expect, test } from "vitest";
import { belongings } from "#api/features/takeout/belongings.ts";
import { newKey } from "#api/platform/objects/store.ts";
import { kept, swap } from "#tests/api/edits/cut-world.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { insertRecording } from "#tests/support/recordings.ts";

const { person, database, objects } = await testApp();
const service = database.asService("a test makes what somebody takes along");

const asked = ({ id, caller }: SignedIn) => ({ db: database.as(caller), service, account: id });

const bytesOf = async (body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

const changed = new Date("2026-03-01T10:00:00Z");

/** Somebody with two recordings, of which one has its bytes, and all that is said of the other. */
async function belonging() {
  const ada = await person({ username: "Ada", plan: "Pro" });
  const bob = await person({ username: "Bob" });
  const [newer, older] = await service((sql) =>
    Promise.all([
      insertRecording(sql, ada.id, { filename: "Newer", created_at: "2026-02-01T10:00:00Z" }),
      insertRecording(sql, ada.id, { filename: "Older", created_at: "2026-01-01T10:00:00Z" }),
      insertRecording(sql, bob.id, { filename: "Bob's own" }),
    ]),
  );
  const key = newKey();
  await objects.put({ store: "disk", key }, new TextEncoder().encode("in one piece"));
  await database.pool`
    update public.recordings set store = 'disk', storage_key = ${key}, size = 12,
           mime_type = 'video/mp4' where id = ${newer}`;
  const { share_token } = await linkTo(ada, older, { label: "For the team" });
  await linkTo(ada, older, {
    permission_type: "edit",
    is_public: false,
    allowed_email: "eve@example.org",
  });
  await bob.call(
    "POST",
    `/recordings/${older}/comments`,
    { content: "Bob's word" },
    through(await linkTo(ada, older)),
  );
  const say = (body: object) => ada.call("POST", `/recordings/${older}/comments`, body);
  await say({ content: "First", at_seconds: 3 });
  await say({ content: "Second" });
  await ada.call("PUT", "/user/preferences", { default_filename_prefix: "Demo" });
  for (const [status, language] of [
    ["ready", "en"],
    ["failed", "de"],
    ["ready", "fr"],
  ] as const)
    await database.pool`
      insert into public.subtitles (recording_id, language, status, cues, updated_at)
      values (${older}, ${language}, ${status},
              ${database.pool.json([{ start: 0, end: 1, text: language }])}, ${changed})`;
  return { ada, older, newer, share_token };
}

test("a takeout says all of what is theirs, oldest first, and nothing of anybody else", async () => {
  const { ada, older, newer, share_token } = await belonging();
  const files = [];
  for await (const { name, modified, body } of belongings(asked(ada), objects))
    files.push({ name, modified, text: await bytesOf(body) });

  const [account, recordings, comments, ...rest] = files;
  expect(JSON.parse(account?.text ?? "")).toMatchObject({
    user: { id: ada.id, username: "Ada", email: ada.email, role: "user", oauth_provider: null },
    preferences: { default_filename_prefix: "Demo" },
    subscription: { plan: "Pro", status: "active", storage_type: "s3" },
  });
  expect(JSON.parse(recordings?.text ?? "")).toMatchObject([
    {
      id: older,
      filename: "Older",
      links: [
        { label: "For the team", permission_type: "view", is_public: true, views: 0 },
        { permission_type: "edit", is_public: false, allowed_email: "eve@example.org" },
        { label: "" },
      ],
    },
    { id: newer, filename: "Newer", duration: 12.5, links: null },
  ]);
  expect(recordings?.text).not.toContain(share_token);
  expect(JSON.parse(comments?.text ?? "")).toMatchObject([
    { recording_id: older, content: "First", at_seconds: 3 },
    { recording_id: older, content: "Second", at_seconds: null },
  ]);
  const of = (id: string) => `\\(${id.slice(0, 8)}\\)`;
  expect(rest).toMatchObject([
    { name: expect.stringMatching(`^captions/Older ${of(older)}.en-`), modified: changed },
    { name: expect.stringMatching(`^captions/Older ${of(older)}.fr-`), modified: changed },
    {
      name: expect.stringMatching(`^recordings/Older ${of(older)}.missing.txt$`),
      text: expect.stringContaining("could not be read just now"),
    },
    {
      name: expect.stringMatching(`^recordings/Newer ${of(newer)}.mp4$`),
      text: "in one piece",
      modified: new Date("2026-02-01T10:00:00Z"),
    },
  ]);
});

test("a takeout has what they said on recordings of others, also where no link opens those any more", async () => {
  const [ada, bob] = [await person(), await person()];
  const theirs = await service((sql) => insertRecording(sql, bob.id));
  const link = await linkTo(bob, theirs);
  const say = (who: SignedIn, content: string) =>
    who.call("POST", `/recordings/${theirs}/comments`, { content }, through(link));
  await say(ada, "Well said");
  await say(bob, "Thank you");
  await bob.call("DELETE", `/recordings/${theirs}/shares/${link.id}`);
  const files: Record<string, string> = {};
  for await (const { name, body } of belongings(asked(ada), objects))
    files[name] = await bytesOf(body);
  expect(JSON.parse(files["comments.json"] ?? "")).toMatchObject([
    { recording_id: theirs, content: "Well said" },
  ]);
  expect(files["comments.json"]).not.toContain("Thank you");
});

test.each(["A meeting about the plan of this year. ", "長い会議の記録。"])(
  "recordings with one long title are files of their own, which a disk can hold: %s",
  async (words) => {
    const ada = await person();
    const filename = words.repeat(40).slice(0, 255);
    await service((sql) =>
      Promise.all([1, 2].map(() => insertRecording(sql, ada.id, { filename }))),
    );
    const names: string[] = [];
    for await (const { name } of belongings(asked(ada), objects))
      if (name.startsWith("recordings/")) names.push(name.slice("recordings/".length));
    expect(new Set(names).size).toBe(2);
    for (const name of names) {
      expect(name).toMatch(/^(A meeting|長い会議の記録).* \([0-9a-f]{8}\)\.missing\.txt$/);
      expect(name.isWellFormed()).toBe(true);
      expect(name).not.toContain("\ufffd");
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    }
  },
);

test("a video whose store is out of reach is missing, and holds up none of the others", async () => {
  const ada = await person();
  const key = newKey();
  await objects.put({ store: "disk", key }, new TextEncoder().encode("in one piece"));
  await service((sql) =>
    Promise.all(
      [key, "away"].map(async (storage_key) => {
        const id = await insertRecording(sql, ada.id, { filename: storage_key });
        await sql`
          update public.recordings set store = 'disk', storage_key = ${storage_key}, size = 12
           where id = ${id}`;
      }),
    ),
  );
  const get: typeof objects.get = (ref, ...more) =>
    ref.key === "away" ? Promise.reject(new Error("away")) : objects.get(ref, ...more);
  const texts: string[] = [];
  for await (const { name, body } of belongings(asked(ada), { ...objects, get }))
    if (name.startsWith("recordings/")) texts.push(await bytesOf(body));
  expect(texts.sort()).toEqual([expect.stringContaining("could not be read"), "in one piece"]);
});

test("the original of a cut lies beside the film that people see", async () => {
  const ada = await person();
  const put = async (text: string) => {
    const key = newKey();
    await objects.put({ store: "disk", key }, new TextEncoder().encode(text));
    return { store: "disk", storage_key: key, size: text.length };
  };
  const [whole, cut] = [await put("all of it"), await put("a part")];
  const id = await service((sql) => insertRecording(sql, ada.id, { filename: "Cut", ...whole }));
  await swap(database, id, kept);
  await database.pool`
    update public.recordings set ${database.pool({ ...cut, edited: true })} where id = ${id}`;
  const films: Record<string, string> = {};
  for await (const { name, body } of belongings(asked(ada), objects))
    if (!name.endsWith(".json")) films[name.split("/")[0] ?? ""] = await bytesOf(body);
  expect(films).toEqual({ recordings: "a part", originals: "all of it" });
});
