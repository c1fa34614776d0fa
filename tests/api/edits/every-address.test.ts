import { expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { cue } from "#tests/api/subtitles/world.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import {
  allowForCutting,
  keep,
  numbersIn,
  recordNumbered,
  rendered,
  tokenOf,
} from "#tests/support/edits.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { readRecording } from "#tests/support/saving.ts";

allowForCutting();
const app = await testApp();
await app.startJobs();

const KEPT = [
  { start: 0.413, end: 1.207 },
  { start: 3.3, end: 5.05 },
];
const SECRET = /swordfish/i;
/** Said of what stays: an answer that has it is one that could have told the other. */
const OPEN = /herring/i;
const REACTION = "🎉";

/** The keys that a viewer has in hand for each call. */
interface Key {
  headers?: Record<string, string>;
  query?: Record<string, string>;
}

/** A recording of which somebody else has every kind of link, and said what they should not have heard. */
async function world() {
  const owner = await app.person();
  const viewer = await app.person({ username: "Vera" });
  const { id } = await recordNumbered(owner);
  await expect
    .poll(async () => (await readRecording(owner, id)).contact_sheet, { timeout: 120_000 })
    .not.toBe(null);
  const own = await linkTo(owner, id, {
    ...{ is_public: false, allowed_email: viewer.email, allow_download: true },
  });
  const open = await linkTo(owner, id, { allow_download: true, guests_may_comment: true });
  const folder = await (await owner.call("POST", "/folders", { name: "Talks" })).json();
  await owner.call("POST", "/recordings/batch", { ids: [id], act: "move", folder_id: folder.id });
  const shared = await owner.call("POST", `/folders/${folder.id}/shares`, { allow_download: true });
  expect((await owner.call("POST", `/recordings/${id}/thumbnail?at=2.5`)).status).toBe(200);
  const subtitle = await talk(owner, viewer, id, through(own));
  return { owner, viewer, id, own, open, ofFolder: await shared.json(), subtitle };
}

/** Words at two seconds, which are cut, and at four, which stay. */
async function talk(owner: SignedIn, viewer: SignedIn, id: string, link: HeadersInit) {
  const [made] = await app.database.pool<{ id: string }[]>`
    insert into public.subtitles (recording_id, language, cues)
    values (${id}, 'en', ${app.database.pool.json([cue(2, 3, "A swordfish"), cue(4, 4.5, "A herring")])})
    returning id`;
  const at = `/recordings/${id}`;
  const chapters = [
    { at_seconds: 0, title: "Start" },
    { at_seconds: 1.5, title: "Swordfish" },
    { at_seconds: 3.2, title: "Herring" },
  ];
  expect((await owner.call("PUT", `${at}/chapters`, { chapters })).status).toBe(200);
  await owner.call("POST", `${at}/reactions`, { emoji: REACTION, at_seconds: 2.5 });
  for (const [at_seconds, content] of [
    [2.5, "Swordfish?"],
    [4, "Herring?"],
  ] as const) {
    const asked = await viewer.call("POST", `${at}/comments`, { content, at_seconds }, link);
    const { id: parent_comment_id } = await asked.json();
    const reply = { content: `Yes: ${content}`, parent_comment_id };
    expect((await owner.call("POST", `${at}/comments`, reply)).status).toBe(201);
  }
  return made?.id ?? "";
}

const VARIANTS = ["search=swordfish&format=txt&from_byte=0", "format=vtt", "original=true"];
const calls = operations.filter(({ call }) => call.startsWith("GET "));

/** Every call that reads, with every key, in every variant. */
async function addressesOf({ viewer, id, own, open, ofFolder, subtitle }: World) {
  const guest = await app.visitor.call("POST", `/shared/${open.share_token}/guest`, { name: "G" });
  const { guest_token } = await guest.json();
  const admin = await app.person({ role: "admin" });
  const session = ({ token }: SignedIn) => ({ Authorization: `Bearer ${token}` });
  const keys: Record<string, Key> = {
    "an open link": { headers: through(open) },
    "an open link in the address": { query: { share: open.share_token } },
    "a guest": { headers: { ...through(open), "X-Guest-Token": guest_token } },
    "a folder's link": { headers: through(ofFolder) },
    "the invited": { headers: { ...session(viewer), ...through(own) } },
    "the invited without the link": { headers: session(viewer) },
    "a token for media": { query: { token: await tokenOf(viewer, id, through(own)) } },
    "an admin": { headers: session(admin) },
  };
  const links = { "an open link": open, "a folder's link": ofFolder, "the invited": own };
  return Object.entries(keys).flatMap(([who, key]) =>
    calls.flatMap(({ call }) =>
      ["", ...VARIANTS].map((variant) => {
        const { share_token = open.share_token } =
          Object.entries(links).find(([name]) => name === who)?.[1] ?? {};
        const given: Record<string, string> = { id, subtitleId: subtitle, share_token };
        const path = call.slice(4).replaceAll(/\{(\w+)\}/g, (_, name) => given[name] ?? id);
        const query = new URLSearchParams({ ...key.query });
        const address = `/api${path}?${[query, variant].filter((part) => `${part}`).join("&")}`;
        return { what: `${who}: ${call} ${variant}`, address, headers: key.headers ?? {} };
      }),
    ),
  );
}

type World = Awaited<ReturnType<typeof world>>;
type Address = Awaited<ReturnType<typeof addressesOf>>[number];

async function read({ address, headers }: Address, more: HeadersInit = {}) {
  let answer = await app.request(address, { headers: { ...headers, ...more } });
  const location = answer.headers.get("Location");
  if (location) answer = await app.request(location, { headers: { ...more } });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const type = answer.headers.get("Content-Type") ?? "";
  const text = /json|text|csv|subrip|vtt/.test(type) ? new TextDecoder().decode(bytes) : "";
  const { status } = answer;
  return { status, bytes, type, text, etag: answer.headers.get("ETag") };
}

test("no address that a viewer has had gives anything of what was removed", async () => {
  const made = await world();
  const addresses = await addressesOf(made);
  const before = new Map<Address, Awaited<ReturnType<typeof read>>>();
  for (const address of addresses) {
    const answer = await read(address);
    if (answer.status === 200) before.set(address, answer);
  }
  const told = [...before].filter(([, { text }]) => SECRET.test(text) || text.includes(REACTION));
  expect(told.length, "many told it before").toBeGreaterThan(50);

  await keep(made.owner, made.id, KEPT);
  expect(await rendered(made.owner, made.id)).toMatchObject({ status: "ready" });
  const leaks: string[] = [];
  for (const address of addresses) {
    const known = before.get(address);
    const after = await read(address, known?.etag ? { "If-None-Match": known.etag } : {});
    if (known && after.status === 304 && (tells(known) || /^(video|image)/.test(known.type)))
      leaks.push(`${address.what}: 304`);
    if (after.status !== 200) continue;
    if (tells(after)) leaks.push(`${address.what}: ${after.text.slice(0, 300)}`);
    if (OPEN.test(known?.text ?? "") && !OPEN.test(after.text) && !address.what.includes("search"))
      leaks.push(`${address.what}: says nothing any more`);
    if (after.type.startsWith("image/") && known && Buffer.from(known.bytes).equals(after.bytes))
      leaks.push(`${address.what}: the picture from before`);
    if (after.type.startsWith("video/") && (await numbersIn(after.bytes)).some(isRemoved))
      leaks.push(`${address.what}: frames that were removed`);
  }
  expect(leaks).toEqual([]);
});

const tells = ({ text }: { text: string }) => SECRET.test(text) || text.includes(REACTION);

/** A frame that is on the screen at no moment that is kept. */
const isRemoved = (number: number) =>
  !KEPT.some(({ start, end }) => number / 30 > start - 0.04 && number / 30 < end + 0.04);
