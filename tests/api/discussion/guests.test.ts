import { describe, expect, it } from "vitest";
import type { Comment } from "#contract/discussion.ts";
import type { Share } from "#contract/shares.ts";
import { type Method, type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor, keys } = await testApp();
const service = database.asService("a test looks at what is left of a limit");

const someone = (username: string) =>
  person({ username, email: `${crypto.randomUUID()}@example.org` });

/** A link whose guests may speak, and its guests. */
async function scene(wishes: object = { guests_may_comment: true }) {
  const owner = await someone("Olga");
  const recording = await recordingOf(database, owner, "The demo");
  const link = await linkTo(owner, recording, wishes);
  const path = `/recordings/${recording}/comments`;
  const read = async (who: Visitor): Promise<Comment[]> =>
    (await (await who.call("GET", path, undefined, through(link))).json()).comments;
  return { owner, recording, link, path, read };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const enter = (link: Share, name: unknown, headers = {}) =>
  visitor.call("POST", `/shared/${link.share_token}/guest`, { name }, headers);

/** Somebody without an account, who has said a name. */
async function guestOf({ link, path, recording }: Scene, name: string) {
  const entered = await enter(link, name);
  expect(entered.status).toBe(201);
  const key: string = (await entered.json()).guest_token;
  const headers = { ...through(link), "X-Guest-Token": key };
  const ask = (method: Method, address: string, body?: object) =>
    visitor.call(method, address, body, headers);
  return {
    key,
    headers,
    ask,
    say: (content: string, more = {}) => ask("POST", path, { content, ...more }),
    said: async (content: string, more = {}): Promise<Comment> => {
      const answer = await ask("POST", path, { content, ...more });
      expect(answer.status).toBe(201);
      return answer.json();
    },
    react: () => ask("POST", `/recordings/${recording}/reactions`, { emoji: "🔥" }),
  };
}

const told = async (answer: Response) => [answer.status, (await answer.json()).code];

describe("a guest", () => {
  it("comments, replies, reacts, changes and deletes their own by a name", async () => {
    const here = await scene();
    const gerda = await guestOf(here, "  Gerda\u202e\n ");
    const thread = await gerda.said("Hello <b>you</b> https://example.com");
    expect(thread).toMatchObject({
      content: "Hello <b>you</b> https://example.com",
      user_id: null,
      username: "Gerda",
      author: { kind: "guest", name: "Gerda", guest_id: null },
      by_owner: false,
      can_edit: true,
      can_delete: true,
    });
    await gerda.said("And", { parent_comment_id: thread.id });
    expect(await (await gerda.react()).json()).toMatchObject({ total_count: 1 });
    expect(await (await gerda.react()).json(), "once").toMatchObject({ total_count: 1 });
    const onComment = `/comments/${thread.id}/reactions`;
    expect((await gerda.ask("POST", onComment, { emoji: "👍" })).status).toBe(201);
    const [seen] = await here.read(visitor);
    expect(seen).toMatchObject({
      can_edit: false,
      can_delete: false,
      reactions: [{ emoji: "👍", count: 1, user_reacted: false }],
    });
    expect((await gerda.ask("PUT", `${here.path}/${thread.id}`, { content: "Hi" })).status).toBe(
      200,
    );
    expect((await gerda.ask("PATCH", `${here.path}/${thread.id}`, { done: true })).status).toBe(
      200,
    );
    expect((await gerda.ask("DELETE", `${onComment}/${encodeURIComponent("👍")}`)).status).toBe(
      200,
    );
    expect((await gerda.ask("DELETE", `${here.path}/${thread.id}`)).status).toBe(200);
    expect(await here.read(visitor)).toEqual([]);
  });

  it("is heard of by the owner, who alone learns the key to ban them by, and deletes", async () => {
    const here = await scene();
    const gerda = await guestOf(here, "Gerda");
    const { id } = await gerda.said("Hello");
    const [shown] = await here.read(here.owner);
    expect(shown?.author).toEqual({ kind: "guest", name: "Gerda", guest_id: expect.any(String) });
    expect((await here.read(await someone("Sten")))[0]?.author.guest_id).toBeNull();
    const { notices } = await (await here.owner.call("GET", "/notices")).json();
    expect(notices).toMatchObject([
      { kind: "comment", excerpt: "Hello", actor: { username: "Gerda", profile_picture: null } },
    ]);
    expect((await here.owner.call("DELETE", `${here.path}/${id}`)).status).toBe(200);
  });

  it("is told in emails by no word of theirs", async () => {
    const here = await scene();
    const gerda = await guestOf(here, "http://e.vil");
    await gerda.said("Buy at http://e.vil");
    const rows = await service(
      (sql) => sql`select * from private.take_digest(${here.owner.id}, 10)`,
    );
    expect(rows).toMatchObject([{ kind: "comment", recording_title: "The demo" }]);
    expect(JSON.stringify(rows)).not.toContain("e.vil");
  });

  it("becomes an account with all that they said, once", async () => {
    const here = await scene();
    const gerda = await guestOf(here, "Gerda");
    const { id } = await gerda.said("Hello");
    await gerda.react();
    await gerda.ask("POST", `/comments/${id}/reactions`, { emoji: "🔥" });
    const account = await someone("Gerda Real");
    const claim = () => account.call("POST", "/guests/claim", { guest_token: gerda.key });
    const reactions = `/recordings/${here.recording}/reactions`;
    await account.call("POST", reactions, { emoji: "🔥" }, through(here.link));
    const claimed = await claim();
    expect([claimed.status, await claimed.json()]).toEqual([200, { comments: 1 }]);
    expect(await here.read(account)).toMatchObject([
      { user_id: account.id, username: "Gerda Real", author: { kind: "account" }, can_edit: true },
    ]);
    expect((await here.read(account))[0]?.reactions, "one to a comment is another").toEqual([
      { emoji: "🔥", count: 1, user_reacted: true },
    ]);
    expect(await told(await gerda.say("Again"))).toEqual([401, "guest_unknown"]);
    expect((await claim()).status).toBe(404);
    const bad = await account.call("POST", "/guests/claim", { guest_token: `${gerda.key}x` });
    expect(bad.status).toBe(400);
    const counted = await visitor.call("GET", reactions, undefined, through(here.link));
    expect((await counted.json()).total_count).toBe(1);
  });
});

describe("an attacker", () => {
  it("gets nowhere where the owner does not let guests speak, or not any more", async () => {
    const quiet = await scene({});
    expect(await told(await enter(quiet.link, "Gerda"))).toEqual([403, "guests_may_not_comment"]);
    const here = await scene();
    const gerda = await guestOf(here, "Gerda");
    const { id } = await gerda.said("Hello");
    const share = `/recordings/${here.recording}/shares/${here.link.id}`;
    await here.owner.call("PATCH", share, { guests_may_comment: false });
    const opened = await visitor.call("GET", `/shared/${here.link.share_token}`);
    expect((await opened.json()).guests_may_comment).toBe(false);
    for (const refused of [
      await gerda.say("More"),
      await gerda.ask("PUT", `${here.path}/${id}`, { content: "Other" }),
      await gerda.react(),
    ])
      expect(await told(refused)).toEqual([403, "guests_may_not_comment"]);
    await here.owner.call("DELETE", share);
    expect((await gerda.say("More")).status).toBeGreaterThanOrEqual(401);
    expect((await here.read(here.owner)).map(({ content }) => content)).toEqual(["Hello"]);
  });

  it("enters no name that is none, too long, or more than a text", async () => {
    const { link } = await scene();
    for (const name of ["", "  \u200b", "x".repeat(61), 7, null])
      expect((await enter(link, name)).status).toBe(400);
    expect((await enter(link, "x".repeat(60))).status).toBe(201);
    expect((await visitor.call("POST", "/shared/nothing/guest", { name: "G" })).status).toBe(404);
  });

  it("speaks with no token, another's, a forged one or one of another link in vain", async () => {
    const here = await scene();
    const elsewhere = await scene();
    const gerda = await guestOf(here, "Gerda");
    const other = await guestOf(elsewhere, "Olga");
    const share = (await keys.verify("guest", gerda.key)).share;
    const forged = await keys.sign("guest", { guest: crypto.randomUUID(), share });
    const { id } = await gerda.said("Hello");
    for (const token of [
      undefined,
      "",
      `${gerda.key}x`,
      other.key,
      forged,
      gerda.key.slice(0, -4),
    ]) {
      const headers = {
        ...through(here.link),
        ...(token !== undefined && { "X-Guest-Token": token }),
      };
      const answer = await visitor.call("POST", here.path, { content: "Me" }, headers);
      expect(await told(answer)).toEqual([401, "guest_unknown"]);
    }
    const olga = await guestOf(here, "Olga");
    expect((await olga.ask("PUT", `${here.path}/${id}`, { content: "Mine" })).status).toBe(403);
    expect((await olga.ask("DELETE", `${here.path}/${id}`)).status).toBe(403);
    expect((await olga.ask("PATCH", `${here.path}/${id}`, { done: true })).status).toBe(403);
    const there = `/recordings/${elsewhere.recording}/comments`;
    expect((await gerda.ask("POST", there, { content: "Here, too" })).status).toBe(404);
    expect((await here.read(visitor)).map(({ content }) => content)).toEqual(["Hello"]);
    expect(await olga.said("I am Olga")).toMatchObject({
      by_owner: false,
      author: { kind: "guest" },
    });
  });

  it("says nothing more once banned, and an unbanned guest does; nobody but the owner bans", async () => {
    const here = await scene();
    const gerda = await guestOf(here, "Gerda");
    await gerda.said("Hello");
    const [shown] = await here.read(here.owner);
    const ban = (method: "POST" | "DELETE", who: SignedIn) =>
      who.call(method, `/recordings/${here.recording}/guests/${shown?.author.guest_id}/ban`);
    expect((await ban("POST", await someone("Sten"))).status).toBe(404);
    expect((await ban("POST", here.owner)).status).toBe(200);
    expect((await here.read(here.owner))[0]?.author_banned).toBe(true);
    expect((await here.read(visitor))[0]?.author_banned).toBe(false);
    expect(await told(await gerda.say("More"))).toEqual([403, "guest_banned"]);
    const account = await someone("Gerda");
    const claim = await account.call("POST", "/guests/claim", { guest_token: gerda.key });
    expect(await told(claim)).toEqual([403, "guest_banned"]);
    expect((await ban("DELETE", here.owner)).status).toBe(200);
    expect((await gerda.say("Thanks")).status).toBe(201);
    const nobody = `/recordings/${here.recording}/guests/${crypto.randomUUID()}/ban`;
    expect((await here.owner.call("POST", nobody)).status).toBe(404);
  });

  it("who floods waits, and nobody else does", async () => {
    const here = await scene();
    const loud = await guestOf(here, "Loud");
    const calm = await guestOf(here, "Calm");
    for (let at = 0; at < 30; at += 1) expect((await loud.say(`Buy ${at}`)).status).toBe(201);
    const refused = await loud.say("Buy more");
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect((await calm.say("Hello")).status).toBe(201);
    const account = await someone("Sten");
    const said = await account.call("POST", here.path, { content: "Hello" }, through(here.link));
    expect(said.status).toBe(201);
    expect((await loud.say("x".repeat(10 * 1024 * 1024))).status).toBe(413);
    expect((await calm.say("x".repeat(10_001))).status).toBe(422);
    const ofDay = `new-text:guests:${here.owner.id}`;
    await service((sql) => sql`update private.buckets set tokens = -1e6 where name = ${ofDay}`);
    expect((await calm.say("More than a day's text of all guests")).status).toBe(429);
    expect(
      (await account.call("POST", here.path, { content: "I" }, through(here.link))).status,
    ).toBe(201);
  });

  it("who fills a discussion is stopped, accounts write on, and what is deleted makes room", async () => {
    const here = await scene();
    const loud = await guestOf(here, "Loud");
    const { id } = await loud.said("Buy");
    const fill = (copies: number, author: string | null) =>
      service(
        (sql) => sql`
        insert into public.comments (recording_id, author_id, guest_id, content)
        select recording_id, ${author}, case when ${author}::uuid is null then guest_id end, repeat('x', 10000)
          from public.comments, generate_series(1, ${copies}) where id = ${id}`,
      );
    await fill(273, null);
    const long = "x".repeat(10_000);
    expect(await told(await loud.say(long))).toEqual([409, "discussion_full"]);
    const calm = await guestOf(here, "Calm");
    expect(await told(await calm.say(long))).toEqual([409, "discussion_full"]);
    expect(await told(await loud.ask("PUT", `${here.path}/${id}`, { content: long }))).toEqual([
      ...[409, "discussion_full"],
    ]);
    expect((await loud.ask("PUT", `${here.path}/${id}`, { content: "B" })).status).toBe(200);
    const sten = await someone("Sten");
    const say = () => sten.call("POST", here.path, { content: long }, through(here.link));
    expect((await say()).status).toBe(201);
    for (const copies of [273, 273, 274]) await fill(copies, (await person()).id);
    expect(await told(await say())).toEqual([409, "discussion_full"]);
    for (const { id: some } of (await here.read(here.owner)).slice(0, 2))
      await here.owner.call("DELETE", `${here.path}/${some}`);
    expect((await say()).status).toBe(201);
    expect((await calm.say("Hello")).status).toBe(201);
  });

  it("enters sixty names from a network, and other networks go on", async () => {
    const { link } = await scene();
    const empty = () =>
      service((sql) => sql`update private.buckets set tokens = 0 where name like 'guest-name:%'`);
    expect((await enter(link, "One")).status).toBe(201);
    const [bucket] = await service(
      (sql) => sql<{ tokens: number }[]>`
        select max(tokens) as tokens from private.buckets where name like 'guest-name:address:%'`,
    );
    expect(bucket?.tokens).toBeLessThan(60);
    await empty();
    expect((await enter(link, "Two")).status).toBe(429);
    await service((sql) => sql`delete from private.buckets where name like 'guest-name:%'`);
    expect((await enter(link, "Three")).status).toBe(201);
  });
});
