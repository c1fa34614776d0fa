import { parse } from "csv-parse/sync";
import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { commentsAsTable } from "#api/features/discussion/export-comments.ts";
import type { AppEnv } from "#api/http/context.ts";
import { asDb } from "#api/platform/database.ts";
import type { Comment } from "#contract/discussion.ts";
import { type SignedIn, testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { changedWhileWaiting } from "#tests/support/locks.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();

async function discussion() {
  const [owner, guest, stranger] = await Promise.all(
    ["Olga", "Gus", "Sten"].map((username) =>
      person({ username, email: `${crypto.randomUUID()}@example.org` }),
    ),
  );
  if (!owner || !guest || !stranger) throw new Error("nobody came");
  const recording = await recordingOf(database, owner, "The demo");
  const link = await linkTo(owner, recording);
  const editing = through(await linkTo(owner, recording, { permission_type: "edit" }));
  const path = `/recordings/${recording}/comments`;
  const say = (who: Visitor, body: object) => who.call("POST", path, body, through(link));
  const said = async (who: Visitor, body: object): Promise<Comment> =>
    (await say(who, body)).json();
  const mark = (who: Visitor, id: string, body: object = { done: true }, headers = through(link)) =>
    who.call("PATCH", `${path}/${id}`, body, headers);
  const read = async (query = "") =>
    (await visitor.call("GET", `${path}${query}`, undefined, through(link))).json();
  return { owner, guest, stranger, recording, link, editing, path, say, said, mark, read };
}

const contents = ({ comments }: { comments: Comment[] }) => comments.map(({ content }) => content);

describe("a thread is done and open again", () => {
  it("by who began it, by the owner and by editors, for everybody to see", async () => {
    const { owner, guest, stranger, editing, said, mark, read } = await discussion();
    const { id } = await said(guest, { content: "Cut this" });
    await said(owner, { content: "Will do", parent_comment_id: id });
    await said(owner, { content: "Something else" });
    for (const [who, done, headers] of [
      [guest, true],
      [owner, false],
      [stranger, true, editing],
    ] as const) {
      const answer = await mark(who, id, { done }, headers);
      expect([answer.status, await answer.json()]).toMatchObject([
        200,
        { id, done, edited_at: null },
      ]);
      expect((await read()).comments.map((one: Comment) => one.done)).toEqual([false, done, false]);
    }
    expect(contents(await read("?done=true"))).toEqual(["Cut this", "Will do"]);
    expect(contents(await read("?done=false"))).toEqual(["Something else"]);
  });

  it("by nobody else, and never a reply", async () => {
    const { owner, guest, stranger, said, mark, path, link } = await discussion();
    const { id } = await said(guest, { content: "Cut this" });
    const reply = await said(owner, { content: "Will do", parent_comment_id: id });
    const code = async (answer: Response) => [answer.status, (await answer.json()).code];
    expect(await code(await mark(stranger, id))).toEqual([403, "not_yours"]);
    expect(await code(await mark(owner, reply.id))).toEqual([400, "not_a_thread"]);
    expect(await code(await mark(owner, id, { done: "yes" }))).toEqual([400, "invalid"]);
    expect((await mark(visitor, id)).status).toBe(401);
    const elsewhere = `/recordings/${crypto.randomUUID()}/comments/${id}`;
    expect((await owner.call("PATCH", elsewhere, { done: true })).status).toBe(404);
    expect((await stranger.call("PATCH", `${path}/${id}`, { done: true })).status).toBe(404);
    const wrong = await visitor.call("GET", `${path}?done=maybe`, undefined, through(link));
    expect(wrong.status).toBe(400);
  });
});

describe("a mention", () => {
  const noticesOf = async (who: SignedIn) => (await who.call("GET", "/notices")).json();

  it("tells one who takes part, once, and whoever reads whom it names", async () => {
    const { owner, guest, link, said, read } = await discussion();
    await said(guest, { content: "Hello" });
    const comment = await said(owner, {
      content: "@Gus look",
      mentions: [guest.id, guest.id, owner.id],
    });
    const named = [
      { user_id: guest.id, name: "Gus" },
      { user_id: owner.id, name: "Olga" },
    ];
    expect(comment.mentions).toEqual(named);
    expect((await read()).comments[0].mentions).toEqual(named);
    expect(await noticesOf(guest)).toMatchObject({
      unread_count: 1,
      notices: [
        {
          kind: "mention",
          comment_id: comment.id,
          excerpt: "@Gus look",
          share_token: link.share_token,
        },
      ],
    });
    const kinds = async () =>
      (await noticesOf(owner)).notices.map(({ kind }: { kind: string }) => kind);
    expect(await kinds()).toEqual(["comment"]);
    await said(guest, {
      content: "@Olga yes",
      parent_comment_id: comment.id,
      mentions: [owner.id],
    });
    expect(await kinds()).toEqual(["mention", "comment"]);
  });

  it("is of nobody who does not take part", async () => {
    const { owner, stranger, guest, say, recording, link } = await discussion();
    for (const mentions of [[stranger.id], ["nobody"], [crypto.randomUUID()]]) {
      const answer = await say(owner, { content: "Hey", mentions });
      expect([answer.status, (await answer.json()).code]).toEqual([400, "not_taking_part"]);
    }
    expect((await noticesOf(stranger)).notices).toEqual([]);
    const people = async (who: Visitor, headers = {}) =>
      who.call("GET", `/recordings/${recording}/people`, undefined, headers);
    expect((await people(stranger)).status).toBe(404);
    await say(guest, { content: "Here I am" });
    expect(await (await people(visitor, through(link))).json()).toEqual({
      people: [
        { user_id: guest.id, name: "Gus", profile_picture: null },
        { user_id: owner.id, name: "Olga", profile_picture: null },
      ],
    });
  });
});

describe("the discussion as a file", () => {
  const evil = '=HYPERLINK("http://e.vil")\n# <b>Big</b> [x](http://e.vil) `y`';

  it("is a table that no spreadsheet calculates", async () => {
    const { owner, guest, said, path, link, mark } = await discussion();
    const thread = await said(guest, { content: evil, at_seconds: 3725.9 });
    await said(owner, { content: "No", parent_comment_id: thread.id });
    await mark(owner, thread.id);
    const answer = await visitor.call("GET", `${path}.csv`, undefined, through(link));
    expect(answer.headers.get("Content-Disposition")).toContain('"The demo comments.csv"');
    const rows = parse(await answer.text(), { bom: true, columns: true });
    expect(rows).toMatchObject([
      { at: "01:02:05", author: "Gus", comment: `'${evil}`, done: "done", thread_id: thread.id },
      { author: "Olga", comment: "No", done: "", thread_id: thread.id },
    ]);
  });

  it("is a text in which nothing that was written is markup", async () => {
    const { guest, said, path, link } = await discussion();
    await said(guest, { content: evil });
    const answer = await visitor.call("GET", `${path}.md`, undefined, through(link));
    expect(answer.headers.get("Content-Type")).toBe("text/markdown; charset=utf-8");
    const text = await answer.text();
    expect(text).toContain("\\<b\\>Big\\<\\/b\\> \\[x\\]\\(http\\:\\/\\/e\\.vil\\) \\`y\\`");
    expect(text).toContain("**Gus**");
    expect(text.split("\n").filter((line) => line.startsWith("# "))).toEqual([
      "# The demo comments",
    ]);
  });

  it("is whole, however long, and opens for nobody without the right", async () => {
    const { owner, recording, path } = await discussion();
    const service = database.asService("a test writes a long discussion");
    await service(
      (sql) => sql`
        insert into public.comments (recording_id, author_id, content)
        select ${recording}, ${owner.id}, 'No ' || n from generate_series(1, 450) n`,
    );
    const text = await (await owner.call("GET", `${path}.md`)).text();
    expect(text.match(/No \d+/g)).toHaveLength(450);
    for (const kind of ["csv", "md"]) {
      expect((await visitor.call("GET", `${path}.${kind}`)).status).toBe(401);
      expect((await (await person()).call("GET", `${path}.${kind}`)).status).toBe(404);
    }
  });

  it("passes over nothing where a thread is deleted while it is read", async () => {
    const { owner, recording } = await discussion();
    await database.pool`
      insert into public.comments (recording_id, author_id, content)
      select ${recording}, ${owner.id}, 'No ' || n from generate_series(1, 450) n`;
    const service = database.asService("a test reads a discussion that shrinks meanwhile");
    const db = asDb(async (run) => {
      await database.pool`
        delete from public.comments where id = (
          select id from public.comments where recording_id = ${recording} order by created_at, id limit 1)`;
      return await service((sql) => run(sql));
    });
    const caller = { sub: owner.id, role: "authenticated" } as const;
    const app = new Hono<AppEnv>().get("/", (c) =>
      commentsAsTable({ db, caller, params: { id: recording }, c }),
    );
    const text = await (await app.request("/")).text();
    const left = await database.pool<{ content: string }[]>`
      select content from public.comments where recording_id = ${recording}`;
    expect(left.length).toBeLessThan(450);
    for (const { content } of left) expect(text).toContain(`"${content}"`);
  });

  it("is refused where the link ends while its first page is read", async () => {
    const { owner, said, path, link, recording } = await discussion();
    await said(owner, { content: "Still here" });
    const read = () => visitor.call("GET", `${path}.csv`, undefined, through(link));
    const revoke = () => owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
    const answer = await changedWhileWaiting(database, "public.reactions", read, revoke);
    expect(answer).toMatchObject({ value: { status: 404 } });
  });
});
