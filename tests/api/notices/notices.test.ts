import { describe, expect, it } from "vitest";
import { forget } from "#api/features/notices/forget.ts";
import type { Notice } from "#contract/notices.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();

async function scene() {
  const owner = await person();
  const guest = await person({ username: "Gus", email: `${crypto.randomUUID()}@example.org` });
  const recording = await recordingOf(database, owner, "The demo");
  const link = await linkTo(owner, recording, { label: "For the team" });
  const path = `/recordings/${recording}/comments`;
  const say = async (who: SignedIn, content: string, parent?: string) =>
    (
      await who.call("POST", path, { content, parent_comment_id: parent ?? null }, through(link))
    ).json();
  return { owner, guest, recording, link, path, say };
}

const noticesOf = async (who: SignedIn, query = "") =>
  (await who.call("GET", `/notices${query}`)).json();

describe("notices tell", () => {
  it("the owner of a new comment, with its start and who wrote it", async () => {
    const { owner, guest, recording, say } = await scene();
    const { id } = await say(guest, `Nice ${"x".repeat(300)}`);
    const { notices, unread_count, has_more } = await noticesOf(owner);
    expect({ unread_count, has_more }).toEqual({ unread_count: 1, has_more: false });
    expect(notices).toEqual([
      {
        id: expect.any(String),
        kind: "comment",
        recording_id: recording,
        recording_title: "The demo",
        comment_id: id,
        excerpt: `Nice ${"x".repeat(195)}`,
        actor: { username: "Gus", profile_picture: null },
        share_token: null,
        share_label: null,
        created_at: expect.any(String),
        read_at: null,
      },
    ]);
  });

  it("whoever is answered, on the link they take part through", async () => {
    const { owner, guest, link, say } = await scene();
    const { id } = await say(guest, "A question");
    const answer = await say(owner, "An answer", id);
    const { notices } = await noticesOf(guest);
    expect(notices).toMatchObject([
      {
        kind: "reply",
        recording_title: "The demo",
        comment_id: answer.id,
        excerpt: "An answer",
        share_token: link.share_token,
      },
    ]);
  });

  it("the owner once, when they are the one who is answered", async () => {
    const { owner, guest, say } = await scene();
    const { id } = await say(owner, "My own");
    await say(guest, "An answer", id);
    const { notices } = await noticesOf(owner);
    expect(notices.map(({ kind }: Notice) => kind)).toEqual(["reply"]);
  });

  it("the owner of the first view of each link, and of no other view", async () => {
    const { owner, guest, link } = await scene();
    const open = `/shared/${link.share_token}`;
    await visitor.call("GET", open);
    await guest.call("GET", open);
    const { notices } = await noticesOf(owner);
    expect(notices).toMatchObject([
      { kind: "first_view", actor: null, share_label: "For the team", excerpt: null },
    ]);
  });

  it("nobody of what they did themselves", async () => {
    const { owner, guest, say } = await scene();
    const { id } = await say(owner, "My own");
    await say(owner, "And on", id);
    const theirs = await say(guest, "Hello");
    await say(guest, "And on", theirs.id);
    expect((await noticesOf(guest)).notices).toEqual([]);
    expect((await noticesOf(owner)).unread_count).toBe(2);
  });
});

describe("notices end", () => {
  it("with the comment they tell of", async () => {
    const { owner, guest, path, link, say } = await scene();
    const { id } = await say(guest, "Never mind");
    await guest.call("DELETE", `${path}/${id}`, undefined, through(link));
    expect(await noticesOf(owner)).toEqual({ notices: [], unread_count: 0, has_more: false });
  });

  it("with the link their reader came through", async () => {
    const { owner, guest, recording, link, say } = await scene();
    const { id } = await say(guest, "A question");
    await say(owner, "An answer", id);
    await owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
    expect((await noticesOf(guest)).notices).toEqual([]);
  });

  it("not with a link of their own that the owner has written through", async () => {
    const { owner, guest, recording, link, say } = await scene();
    const { id } = await say(owner, "My own");
    await say(guest, "An answer", id);
    await owner.call("DELETE", `/recordings/${recording}/shares/${link.id}`);
    const { notices } = await noticesOf(owner);
    expect(notices).toMatchObject([{ kind: "reply", excerpt: "An answer" }]);
  });

  it("when they are a season old", async () => {
    const { owner, guest, say } = await scene();
    await say(guest, "Long ago");
    await say(guest, "Just now");
    await database.pool`
      update public.notices set created_at = now() - interval '91 days'
       where user_id = ${owner.id} and comment_id in (
         select id from public.comments where content = 'Long ago')`;
    await forget(database.asService("a test tidies up"));
    const { notices } = await noticesOf(owner);
    expect(notices.map(({ excerpt }: Notice) => excerpt)).toEqual(["Just now"]);
  });

  it("saying words once that link has expired or asks for a password", async () => {
    const { owner, guest, recording, link, say } = await scene();
    const { id } = await say(guest, "A question");
    await say(owner, "An answer", id);
    const path = `/recordings/${recording}/shares/${link.id}`;
    await owner.call("PATCH", path, { password: "open sesame" });
    expect((await noticesOf(guest)).notices).toMatchObject([
      { excerpt: null, recording_title: "The demo", share_token: link.share_token },
    ]);
    await database.pool`update public.shares set expires_at = now() where id = ${link.id}`;
    expect((await noticesOf(guest)).notices).toMatchObject([
      { excerpt: null, recording_title: null, share_token: null },
    ]);
  });
});

describe("reading notices works", () => {
  it("one by one, and all at once", async () => {
    const { owner, guest, say } = await scene();
    for (const content of ["one", "two", "three"]) await say(guest, content);
    const { notices } = await noticesOf(owner, "?limit=1");
    const read = async (body: object) => (await owner.call("POST", "/notices/read", body)).json();
    expect(await read({ ids: [notices[0].id] })).toEqual({ unread_count: 2 });
    expect(await read({ ids: [] }), "none").toEqual({ unread_count: 2 });
    const [{ read_at }] = (await noticesOf(owner)).notices;
    expect(read_at).not.toBeNull();
    expect(await read({})).toEqual({ unread_count: 0 });
    expect((await noticesOf(owner)).notices[0].read_at, "when it was read first").toBe(read_at);
  });

  it("a page at a time, newest first", async () => {
    const { owner, guest, say } = await scene();
    for (const content of ["one", "two", "three"]) await say(guest, content);
    const first = await noticesOf(owner, "?limit=2");
    expect(first.notices.map(({ excerpt }: Notice) => excerpt)).toEqual(["three", "two"]);
    expect(first.has_more).toBe(true);
    expect(await noticesOf(owner, "?limit=3"), "to the last").toMatchObject({ has_more: false });
    const second = await noticesOf(owner, "?limit=2&offset=2");
    expect(second).toMatchObject({ has_more: false, unread_count: 3 });
  });
});

describe("the bell", () => {
  it("counts no further than it can say", async () => {
    const { owner, recording } = await scene();
    const happen = (times: number) => database.pool`
      insert into public.notices (user_id, kind, recording_id)
      select ${owner.id}, 'comment', ${recording} from generate_series(1, ${times}::int)`;
    await happen(99);
    expect((await noticesOf(owner)).unread_count).toBe(99);
    await happen(3);
    expect((await noticesOf(owner)).unread_count).toBe(100);
  });
});

describe("notices refuse", () => {
  it("strangers, and marking other people's read", async () => {
    const { owner, guest, say } = await scene();
    await say(guest, "Hello");
    const [notice] = (await noticesOf(owner)).notices;
    await guest.call("POST", "/notices/read", { ids: [notice.id] });
    expect((await noticesOf(owner)).unread_count).toBe(1);
    expect((await visitor.call("GET", "/notices")).status).toBe(401);
  });
});
