import { describe, expect, it } from "vitest";
import type { Comment } from "#contract/discussion.ts";
import { testApp, type Visitor } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const owner = await person({ username: "Olga" });
const guest = await person({ username: "Gus" });
const outsider = await person();

/** A recording of the owner's and the headers of a link to it. */
async function discussion() {
  const recording = await recordingOf(database, owner);
  const link = through(await linkTo(owner, recording));
  const path = `/recordings/${recording}/comments`;
  return {
    recording,
    link,
    path,
    say: async (who: Visitor, body: object): Promise<Comment> => {
      const answer = await who.call("POST", path, body, link);
      if (answer.status !== 201) throw new Error(await answer.text());
      return answer.json();
    },
    read: async (who: Visitor, query = "") =>
      (await who.call("GET", `${path}${query}`, undefined, link)).json(),
  };
}

const contents = ({ comments }: { comments: Comment[] }) => comments.map(({ content }) => content);

describe("commenting works", () => {
  it("for a guest, whose name and nothing else everybody with the link sees", async () => {
    const { say, read, recording } = await discussion();
    const comment = await say(guest, { content: "  Well done  ", at_seconds: 3 });
    expect(comment).toEqual({
      id: expect.any(String),
      recording_id: recording,
      parent_comment_id: null,
      content: "Well done",
      at_seconds: 3,
      user_id: guest.id,
      username: "Gus",
      author: { kind: "account", name: "Gus", guest_id: null },
      author_banned: false,
      profile_picture: null,
      by_owner: false,
      can_edit: true,
      can_delete: true,
      done: false,
      mentions: [],
      reactions: [],
      created_at: expect.any(String),
      edited_at: null,
    });
    const seen = await read(visitor);
    expect(seen).toEqual({
      comments: [{ ...comment, can_edit: false, can_delete: false }],
      total: 1,
      has_more: false,
    });
    expect(JSON.stringify(seen)).not.toContain(guest.email);
  });

  it("keeps markup and every script as the text that was typed", async () => {
    const { say } = await discussion();
    const content = `<img src=x onerror=alert(1)> **bold** \u202Eאבג 👩‍👩‍👧 \${x} '; drop table`;
    expect((await say(guest, { content })).content).toBe(content);
  });

  it("unless there is nothing to see in it", async () => {
    const { path, link } = await discussion();
    for (const content of ["\u200b", "\u2800\n\u3164", "\u202e \u2069", "\ufe0f"]) {
      const answer = await guest.call("POST", path, { content }, link);
      expect([answer.status, (await answer.json()).error]).toEqual([422, "Write something first"]);
    }
  });

  it("with replies in one level, oldest first under what they answer", async () => {
    const { say, read } = await discussion();
    const root = await say(guest, { content: "question" });
    const reply = await say(owner, { content: "answer", parent_comment_id: root.id });
    const deeper = await say(guest, { content: "thanks", parent_comment_id: reply.id });
    await say(owner, { content: "another thread" });
    expect(reply).toMatchObject({ parent_comment_id: root.id, by_owner: true });
    expect(deeper.parent_comment_id).toBe(root.id);
    expect(contents(await read(visitor))).toEqual([
      "another thread",
      "question",
      "answer",
      "thanks",
    ]);
  });

  it("sorted by time, with threads that have none last", async () => {
    const { say, read } = await discussion();
    await say(guest, { content: "at 9", at_seconds: 9 });
    await say(guest, { content: "whenever" });
    await say(guest, { content: "at 2.5", at_seconds: 2.5 });
    await say(guest, { content: "also at 2.5", at_seconds: 2.5 });
    await say(guest, { content: "at 0", at_seconds: 0 });
    expect(contents(await read(visitor, "?sort=time"))).toEqual([
      "at 0",
      "at 2.5",
      "also at 2.5",
      "at 9",
      "whenever",
    ]);
  });

  it("in pages of whole threads", async () => {
    const { say, read } = await discussion();
    for (const n of [1, 2, 3]) {
      const { id } = await say(guest, { content: `thread ${n}` });
      await say(guest, { content: `reply ${n}`, parent_comment_id: id });
    }
    const first = await read(visitor, "?limit=2");
    expect(contents(first)).toEqual(["thread 3", "reply 3", "thread 2", "reply 2"]);
    expect(first).toMatchObject({ total: 6, has_more: true });
    const second = await read(visitor, "?limit=2&offset=2");
    expect(contents(second)).toEqual(["thread 1", "reply 1"]);
    expect(second).toMatchObject({ total: 6, has_more: false });
    const all = await read(visitor, "?limit=3");
    expect([all.comments.length, all.has_more], "to the last").toEqual([6, false]);
  });
});

describe("editing and deleting works", () => {
  it("for the author, and says when it was edited", async () => {
    const { say, path, link } = await discussion();
    const { id } = await say(guest, { content: "teh typo" });
    const same = await guest.call("PUT", `${path}/${id}`, { content: "teh typo" }, link);
    expect(await same.json(), "nothing was").toMatchObject({ edited_at: null });
    const answer = await guest.call("PUT", `${path}/${id}`, { content: "the typo" }, link);
    expect(await answer.json()).toMatchObject({
      content: "the typo",
      edited_at: expect.any(String),
    });
  });

  it("is offered to whom it is open", async () => {
    const { say, path, link } = await discussion();
    await say(guest, { content: "the guest's" });
    await say(owner, { content: "the owner's" });
    const admin = await person({ role: "admin" });
    const offered = async (who: Visitor, headers = {}) => {
      const { comments } = await (await who.call("GET", path, undefined, headers)).json();
      return comments.map((one: Comment) => [one.can_edit, one.can_delete]);
    };
    const [nothing, all] = [
      [false, false],
      [true, true],
    ];
    expect(await offered(owner)).toEqual([all, [false, true]]);
    expect(await offered(guest, link)).toEqual([nothing, all]);
    expect(await offered(outsider, link)).toEqual([nothing, nothing]);
    expect(await offered(admin)).toEqual([
      [false, true],
      [false, true],
    ]);
  });

  it("by author, owner and admin, with the replies, and the counter follows", async () => {
    const { say, read, path, link, recording } = await discussion();
    const admin = await person({ role: "admin" });
    for (const who of [guest, owner, admin]) {
      const { id } = await say(guest, { content: "x" });
      await say(owner, { content: "y", parent_comment_id: id });
      const headers = who === admin ? {} : link;
      const answer = await who.call("DELETE", `${path}/${id}`, undefined, headers);
      expect(await answer.json()).toEqual({ success: true });
    }
    expect(await read(visitor)).toEqual({ comments: [], total: 0, has_more: false });
    const [row] = await database.pool`
      select comment_count, updated_at = created_at as untouched from public.recordings where id = ${recording}
    `;
    expect(row).toEqual({ comment_count: 0, untouched: true });
  });
});

describe("the discussion refuses", () => {
  it("to be read or written without the link, as if there were nothing", async () => {
    const { path, say } = await discussion();
    await say(guest, { content: "between us" });
    expect((await outsider.call("GET", path)).status).toBe(404);
    expect((await outsider.call("POST", path, { content: "x" })).status).toBe(404);
    expect((await visitor.call("GET", path)).status).toBe(401);
  });

  it("writing without an account, link or not", async () => {
    const { path, link, say } = await discussion();
    const { id } = await say(guest, { content: "x" });
    for (const answer of [
      await visitor.call("POST", path, { content: "x" }, link),
      await visitor.call("PUT", `${path}/${id}`, { content: "y" }, link),
      await visitor.call("DELETE", `${path}/${id}`, undefined, link),
    ])
      expect(answer.status).toBe(401);
  });

  it("other people's comments to be edited, even by the owner, or deleted by a guest", async () => {
    const { path, link, say } = await discussion();
    const { id } = await say(guest, { content: "mine" });
    const edited = await owner.call("PUT", `${path}/${id}`, { content: "not yours" });
    expect(edited.status).toBe(403);
    const theirs = await say(owner, { content: "the owner's" });
    const deleted = await guest.call("DELETE", `${path}/${theirs.id}`, undefined, link);
    expect(deleted.status).toBe(403);
  });

  it("a link of one recording at the address of another", async () => {
    const here = await discussion();
    const there = await discussion();
    const { id } = await there.say(guest, { content: "there" });
    expect((await visitor.call("GET", there.path, undefined, here.link)).status).toBe(404);
    const answer = await guest.call("POST", there.path, { content: "x" }, here.link);
    expect(answer.status).toBe(404);
    const edit = await guest.call("PUT", `${here.path}/${id}`, { content: "x" }, here.link);
    expect(edit.status).toBe(404);
  });

  it("a comment at the address of another recording, also to the owner of both", async () => {
    const here = await discussion();
    const there = await discussion();
    await here.say(owner, { content: "here" });
    const { id } = await there.say(owner, { content: "there" });
    const edit = await owner.call("PUT", `${here.path}/${id}`, { content: "x" });
    const deletion = await owner.call("DELETE", `${here.path}/${id}`);
    expect([edit.status, deletion.status]).toEqual([404, 404]);
    const { comments } = await there.read(owner);
    expect(comments).toMatchObject([{ content: "there", edited_at: null }]);
  });

  it("a reply under another recording's comment, or one that is gone", async () => {
    const here = await discussion();
    const there = await discussion();
    const { id } = await there.say(owner, { content: "there" });
    for (const parent_comment_id of [id, crypto.randomUUID()]) {
      const body = { content: "x", parent_comment_id };
      const answer = await owner.call("POST", here.path, body);
      expect(answer.status).toBe(404);
      expect((await answer.json()).code).toBe("comment_not_found");
    }
  });

  it("whoever's link was revoked, at once", async () => {
    const recording = await recordingOf(database, owner);
    const link = await linkTo(owner, recording);
    const path = `/recordings/${recording}/comments`;
    await owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
    expect((await guest.call("GET", path, undefined, through(link))).status).toBe(404);
    const answer = await guest.call("POST", path, { content: "x" }, through(link));
    expect(answer.status).toBe(404);
  });
});

describe("commenting rejects", () => {
  it.each([
    [{}, "content"],
    [{ content: " \n\u00A0 " }, "content"],
    [{ content: "x".repeat(10_001) }, "content"],
    [{ content: "x", at_seconds: -1 }, "at_seconds"],
    [{ content: "x", parent_comment_id: "me" }, "parent_comment_id"],
  ])("%j", async (body, field) => {
    const { path } = await discussion();
    const answer = await owner.call("POST", path, body);
    expect(answer.status).toBe(422);
    expect(Object.keys((await answer.json()).fields)).toEqual([field]);
  });

  it("nothing that is just short enough", async () => {
    const { say } = await discussion();
    const content = "x".repeat(10_000);
    expect((await say(guest, { content, at_seconds: 0 })).content).toBe(content);
  });

  it("what Postgres cannot keep, without a fault of ours", async () => {
    const { path } = await discussion();
    const answer = await owner.call("POST", path, { content: "a\u0000b" });
    expect(answer.status).toBe(422);
  });
});
