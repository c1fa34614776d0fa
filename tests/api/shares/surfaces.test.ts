import { describe, expect, it } from "vitest";
import type { Share } from "#contract/shares.ts";
import { type Method, type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { sheetQuery } from "#tests/support/jpeg.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { videoPath } from "#tests/support/videos.ts";

const { database, person, visitor, request } = await testApp();
const service = database.asService("a test lets time pass");
const owner = await person();
const other = await person();
const admin = await person({ role: "admin" });
const invited = await person({ email: "ida@example.org" });
const recording = await uploaded(owner);

const everyone = await linkTo(owner, recording);
const editors = await linkTo(owner, recording, { permission_type: "edit" });
const forIda = await linkTo(owner, recording, {
  is_public: false,
  allowed_email: "ida@example.org",
});
const locked = await linkTo(owner, recording, { password: "open sesame" });
const { token: unlock } = await (
  await visitor.call("POST", `/shared/${locked.share_token}/unlock`, { password: "open sesame" })
).json();
const expired = await linkTo(owner, recording, { expires_in_hours: 1 });
const revoked = await linkTo(owner, recording);

/** The caller: who they are, the link they hold, and the password token, if they have one. */
interface Asker {
  who: Visitor;
  link: Pick<Share, "share_token">;
  unlock?: string;
}

const mediaTokens = await collectMediaTokens();
await service((sql) => sql`update public.shares set expires_at = now() where id = ${expired.id}`);
await owner.call("DELETE", `/recordings/${recording}/shares/${revoked.id}`);

/** Every call that shows something of a recording, to callers who may see it. */
const surfaces: Record<string, (asker: Asker) => Promise<Response> | Response> = {
  "the shared page": (asker) => get(asker, `/shared/${asker.link.share_token}`),
  "its stream": (asker) => follow(asker, `/shared/${asker.link.share_token}/stream`),
  "its thumbnail": (asker) => follow(asker, `/shared/${asker.link.share_token}/thumbnail`),
  "the recording": (asker) => get(asker, `/recordings/${recording}`),
  metadata: (asker) => get(asker, `/recordings/${recording}/metadata`),
  stream: (asker) => get(asker, `/recordings/${recording}/stream`),
  "stream by a media token": (asker) => byMediaToken(asker, "stream"),
  thumbnail: (asker) => get(asker, `/recordings/${recording}/thumbnail`),
  "thumbnail by a media token": (asker) => byMediaToken(asker, "thumbnail"),
  "pictures of its moments": (asker) => get(asker, `/recordings/${recording}/contact-sheet`),
  "those pictures by a media token": (asker) => byMediaToken(asker, "contact-sheet"),
  "a new media token": (asker) => post(asker, `/recordings/${recording}/media-token`),
  comments: (asker) => get(asker, `/recordings/${recording}/comments`),
  reactions: (asker) => get(asker, `/recordings/${recording}/reactions`),
  marks: (asker) => get(asker, `/recordings/${recording}/marks`),
  "what runs": (asker) => seesThatItHasEnded(get(asker, `/recordings/${recording}/live`)),
  "what runs, by a media token": (asker) => seesThatItHasEnded(byMediaToken(asker, "live")),
};
const everything = Object.keys(surfaces);
const withoutLink = everything.filter((name) => !/^(the shared page|its )/.test(name));

/** Only callers who may see a recording hear that it does not run any more. */
async function seesThatItHasEnded(asked: Promise<Response> | Response) {
  const answer = await asked;
  return answer.status === 409 ? Response.json(await answer.json()) : answer;
}

async function opened(asker: Asker): Promise<string[]> {
  const names: string[] = [];
  for (const [name, ask] of Object.entries(surfaces)) {
    const answer = await ask(asker);
    if (answer.status === 200) names.push(name);
    else expect([401, 403, 404], `${name}: ${answer.status}`).toContain(answer.status);
    await answer.body?.cancel();
  }
  return names;
}

describe("every surface opens", () => {
  it.each<[string, Asker]>([
    ["the owner", { who: owner, link: everyone }],
    ["the owner with a link for somebody else", { who: owner, link: forIda }],
    ["the owner without the password", { who: owner, link: locked }],
    ["the owner with a link that is over", { who: owner, link: expired }],
    ["a stranger with a public link", { who: visitor, link: everyone }],
    ["another account with a public link", { who: other, link: everyone }],
    ["the one person of a private link", { who: invited, link: forIda }],
    ["whoever gave the password", { who: visitor, link: locked, unlock }],
  ])("to %s", async (_, asker) => {
    expect(await opened(asker)).toEqual(everything);
  });

  it("to admins through moderation, but no link that is not theirs", async () => {
    expect(await opened({ who: admin, link: forIda })).toEqual(withoutLink);
    expect(await opened({ who: admin, link: revoked })).toEqual(withoutLink);
  });

  it("to the owner whatever link they hold", async () => {
    expect(await opened({ who: owner, link: revoked })).toEqual(withoutLink);
  });
});

describe("every surface stays closed", () => {
  it.each<[string, Asker]>([
    ["a stranger with somebody's private link", { who: visitor, link: forIda }],
    ["another account with somebody's private link", { who: other, link: forIda }],
    ["a stranger with an expired link", { who: visitor, link: expired }],
    ["another account with an expired link", { who: other, link: expired }],
    ["a stranger with a revoked link", { who: visitor, link: revoked }],
    ["a stranger who guesses", { who: visitor, link: { share_token: "A".repeat(32) } }],
    ["another account that guesses", { who: other, link: { share_token: "A".repeat(32) } }],
    ["a stranger without the password", { who: visitor, link: locked }],
    ["a stranger with a made-up unlocking", { who: visitor, link: locked, unlock: "abc" }],
    ["an unlocking on another link", { who: other, link: revoked, unlock }],
  ])("to %s", async (_, asker) => {
    expect(await opened(asker)).toEqual([]);
  });

  it("to everybody while it lies in the trash, and opens again as before", async () => {
    const all: Asker[] = [
      ...[everyone, editors, forIda, locked, expired].map((link) => ({ who: owner, link })),
      { who: admin, link: everyone },
      { who: visitor, link: everyone },
      { who: other, link: editors },
      { who: invited, link: forIda },
      { who: visitor, link: locked, unlock },
    ];
    const before = await Promise.all(all.map(opened));
    await owner.call("DELETE", `/recordings/${recording}`);
    for (const asker of all) expect(await opened(asker)).toEqual([]);
    const ended = await get({ who: visitor, link: expired }, `/shared/${expired.share_token}`);
    const { request_id: _, ...words } = await ended.json();
    for (const asker of all) {
      const answer = await get(asker, `/shared/${asker.link.share_token}`);
      expect([answer.status, await answer.json()]).toMatchObject([ended.status, words]);
    }
    await owner.call("POST", `/trash/${recording}/restore`);
    expect(await Promise.all(all.map(opened))).toEqual(before);
  });

  it("to a link of another recording, and to a media token of another", async () => {
    const theirs = await uploaded(other);
    const link = await linkTo(other, theirs);
    expect(await opened({ who: visitor, link })).toEqual([
      "the shared page",
      "its stream",
      "its thumbnail",
    ]);
    const { media } = await (await visitor.call("GET", `/shared/${link.share_token}`)).json();
    const answer = await request(`/api/recordings/${recording}/stream?token=${media.token}`);
    expect(answer.status).toBe(404);
  });
});

describe("downloading", () => {
  const download = async (asker: Asker) =>
    (await get(asker, `/recordings/${recording}/download`)).status;

  it("is for the owner, admins, editors, and whom a link lets", async () => {
    const open = await linkTo(owner, recording, { allow_download: true });
    expect(await download({ who: owner, link: everyone })).toBe(200);
    expect(await download({ who: admin, link: everyone })).toBe(200);
    expect(await download({ who: other, link: editors })).toBe(200);
    expect(await download({ who: visitor, link: open })).toBe(200);
  });

  it("is refused to viewers, to editors who did not sign in, and to everybody else", async () => {
    expect(await download({ who: visitor, link: everyone })).toBe(403);
    expect(await download({ who: visitor, link: editors })).toBe(403);
    expect(await download({ who: visitor, link: revoked })).toBe(404);
  });
});

describe("changing a recording through a link", () => {
  const call = (asker: Asker, method: Method, path = "", body?: unknown) =>
    asker.who.call(method, `/recordings/${recording}${path}`, body, through(asker.link));

  it("renames it for editors who signed in", async () => {
    const rename = (asker: Asker) => call(asker, "PUT", "", { filename: "A better title" });
    expect((await rename({ who: other, link: editors })).status).toBe(200);
    expect((await rename({ who: visitor, link: editors })).status).toBe(401);
    expect((await rename({ who: other, link: revoked })).status).toBe(404);
    for (const seer of [
      { who: other, link: everyone },
      { who: admin, link: revoked },
    ]) {
      const refused = await rename(seer);
      expect([refused.status, (await refused.json()).error]).toEqual([
        403,
        "You may watch this recording, but not rename it.",
      ]);
    }
  });

  it("leaves to others what they said, as far as it is seen at all", async () => {
    const said = await call({ who: owner, link: everyone }, "POST", "/comments", {
      content: "Mine",
    });
    const path = `/comments/${(await said.json()).id}`;
    const reader = { who: other, link: everyone };
    expect((await call(reader, "DELETE", path)).status).toBe(403);
    expect((await call(reader, "PUT", path, { content: "Yours" })).status).toBe(403);
    expect((await call({ who: visitor, link: everyone }, "DELETE", path)).status).toBe(401);
    expect((await call({ who: other, link: revoked }, "DELETE", path)).status).toBe(404);
  });

  it("never deletes it, shares it on or changes its picture", async () => {
    const asker = { who: other, link: editors };
    expect((await call(asker, "DELETE")).status).toBe(403);
    expect((await call(asker, "POST", "/shares", {})).status).toBe(403);
    const jpeg = new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])], { type: "image/jpeg" });
    expect((await call(asker, "POST", "/thumbnail", jpeg)).status).toBe(403);
    const sheet = `/contact-sheet?${sheetQuery}`;
    expect((await call(asker, "POST", sheet, jpeg)).status).toBe(403);
  });

  it("never shows other recordings or other links in anybody's library", async () => {
    const list = await other.call("GET", "/recordings", undefined, through(editors));
    const { recordings } = await list.json();
    expect(recordings.map(({ id }: { id: string }) => id)).not.toContain(recording);
    const links = await call({ who: other, link: editors }, "GET", "/shares");
    expect(links.status).toBe(403);
  });
});

const get = (asker: Asker, path: string) =>
  asker.who.call("GET", path, undefined, through(asker.link, asker.unlock));

const post = (asker: Asker, path: string) =>
  asker.who.call("POST", path, undefined, through(asker.link, asker.unlock));

async function follow(asker: Asker, path: string): Promise<Response> {
  const answer = await get(asker, path);
  const address = answer.headers.get("Location");
  return answer.status === 302 && address ? request(address) : answer;
}

/** The token as it was given while the link still worked: what a page that stays open holds. */
function byMediaToken(asker: Asker, kind: string) {
  const token = mediaTokens.get(asker) ?? mediaTokens.get(asker.link.share_token);
  return token && asker.who !== owner && asker.who !== admin
    ? request(`/api/recordings/${recording}/${kind}?token=${token}`)
    : get(asker, `/recordings/${recording}/${kind}`);
}

async function collectMediaTokens() {
  const tokens = new Map<unknown, string>();
  for (const link of [everyone, expired, revoked]) {
    const { media } = await (await visitor.call("GET", `/shared/${link.share_token}`)).json();
    tokens.set(link.share_token, media.token);
  }
  return tokens;
}

async function uploaded(person: SignedIn): Promise<string> {
  const form = new FormData();
  form.set("video", Bun.file(videoPath("recorded.webm")));
  const answer = await person.call("POST", "/recordings", form);
  const { id } = await answer.json();
  const jpeg = Buffer.alloc(400);
  jpeg.writeUIntBE(0xffd8ffe0, 0, 4);
  jpeg.writeUIntBE(0xffd9, 398, 2);
  await person.call("POST", `/recordings/${id}/thumbnail`, new Blob([jpeg]));
  await person.call("POST", `/recordings/${id}/contact-sheet?${sheetQuery}`, new Blob([jpeg]));
  return id;
}
