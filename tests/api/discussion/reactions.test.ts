import { describe, expect, it } from "vitest";
import { EMOJI } from "#contract/discussion.ts";
import { testApp } from "#tests/support/app.ts";
import { linkTo, through } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const owner = await person();
const guest = await person();
const outsider = await person();

async function scene() {
  const recording = await recordingOf(database, owner);
  const link = through(await linkTo(owner, recording));
  const comment = await (
    await owner.call("POST", `/recordings/${recording}/comments`, { content: "Look" })
  ).json();
  return {
    recording,
    link,
    onRecording: `/recordings/${recording}/reactions`,
    onComment: `/comments/${comment.id}/reactions`,
    commentId: comment.id,
  };
}

describe("reacting works", () => {
  it("with each of the eight, counted and shown in their order", async () => {
    const { onRecording, link } = await scene();
    for (const emoji of EMOJI.toReversed()) await guest.call("POST", onRecording, { emoji }, link);
    await owner.call("POST", onRecording, { emoji: "🔥" });
    const summary = await (await visitor.call("GET", onRecording, undefined, link)).json();
    expect(summary).toEqual({
      reactions: EMOJI.map((emoji) => ({
        emoji,
        count: emoji === "🔥" ? 2 : 1,
        user_reacted: false,
      })),
      total_count: 9,
    });
  });

  it("and adds up who chose which, not people and not kinds", async () => {
    const { onRecording, onComment, link } = await scene();
    for (const path of [onRecording, onComment]) {
      await owner.call("POST", path, { emoji: "👍" });
      await guest.call("POST", path, { emoji: "👍" }, link);
      const last = await guest.call("POST", path, { emoji: "🔥" }, link);
      expect(await last.json()).toMatchObject({
        reactions: [
          { emoji: "👍", count: 2, user_reacted: true },
          { emoji: "🔥", count: 1, user_reacted: true },
        ],
        total_count: 3,
      });
    }
  });

  it("for a guest, whose own are known by the link of their name, and by no other", async () => {
    const recording = await recordingOf(database, owner);
    const onRecording = `/recordings/${recording}/reactions`;
    const spoken = await linkTo(owner, recording, { guests_may_comment: true });
    const other = await linkTo(owner, recording, { guests_may_comment: true });
    const entered = await visitor.call("POST", `/shared/${spoken.share_token}/guest`, {
      name: "Gerda",
    });
    const named = { "X-Guest-Token": (await entered.json()).guest_token };
    const emoji = "🔥";
    await visitor.call("POST", onRecording, { emoji }, { ...through(spoken), ...named });
    const seen = async (link: typeof spoken) => {
      const headers = { ...through(link), ...named };
      return (await visitor.call("GET", onRecording, undefined, headers)).json();
    };
    expect(await seen(spoken)).toMatchObject({ reactions: [{ emoji, user_reacted: true }] });
    expect(await seen(other)).toMatchObject({ reactions: [{ emoji, user_reacted: false }] });
  });

  it("once per person and emoji, however often it is clicked", async () => {
    const { onRecording, link } = await scene();
    const click = async () => guest.call("POST", onRecording, { emoji: "👍", at_seconds: 4 }, link);
    const answers = await Promise.all([click(), click(), click()]);
    const added = await Promise.all(answers.map((answer) => answer.json()));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(added.map(({ reaction }) => reaction.id)).size).toBe(1);
    const summary = await (await guest.call("GET", onRecording, undefined, link)).json();
    expect(summary).toEqual({
      reactions: [{ emoji: "👍", count: 1, user_reacted: true }],
      total_count: 1,
    });
  });

  it("and is taken back by its id or by its emoji", async () => {
    const { onRecording, link } = await scene();
    const add = async (emoji: string) =>
      (await guest.call("POST", onRecording, { emoji }, link)).json();
    const { reaction } = await add("👍");
    await add("❤️");
    const byId = await guest.call("DELETE", `${onRecording}/${reaction.id}`, undefined, link);
    expect(await byId.json()).toEqual({
      reactions: [{ emoji: "❤️", count: 1, user_reacted: true }],
      total_count: 1,
    });
    const address = `${onRecording}/${encodeURIComponent("❤️")}`;
    const byEmoji = await guest.call("DELETE", address, undefined, link);
    expect(await byEmoji.json()).toEqual({ reactions: [], total_count: 0 });
    expect((await guest.call("DELETE", address, undefined, link)).status).toBe(404);
  });

  it("and a heart is the heart, whether a keyboard colours it or not", async () => {
    const { onRecording, link } = await scene();
    await guest.call("POST", onRecording, { emoji: "❤️" }, link);
    const again = await guest.call("POST", onRecording, { emoji: "❤" }, link);
    expect(await again.json()).toMatchObject({ reactions: [{ emoji: "❤️", count: 1 }] });
    const address = `${onRecording}/${encodeURIComponent("❤")}`;
    const removed = await guest.call("DELETE", address, undefined, link);
    expect(await removed.json()).toEqual({ reactions: [], total_count: 0 });
  });

  it("on comments, apart from the recording, without a time", async () => {
    const { onRecording, onComment, link, recording } = await scene();
    await owner.call("POST", onRecording, { emoji: "🎉" });
    const added = await guest.call("POST", onComment, { emoji: "🎉", at_seconds: 3 }, link);
    expect(await added.json()).toMatchObject({
      reaction: { emoji: "🎉", at_seconds: null },
      reactions: [{ emoji: "🎉", count: 1, user_reacted: true }],
      total_count: 1,
    });
    const path = `/recordings/${recording}/comments`;
    const [seen] = (await (await visitor.call("GET", path, undefined, link)).json()).comments;
    expect(seen.reactions).toEqual([{ emoji: "🎉", count: 1, user_reacted: false }]);
    expect(seen.edited_at).toBeNull();
    const own = await guest.call("GET", path, undefined, link);
    expect((await own.json()).comments[0].reactions[0].user_reacted).toBe(true);
    const gone = await guest.call(
      "DELETE",
      `${onComment}/${encodeURIComponent("🎉")}`,
      undefined,
      link,
    );
    expect(await gone.json()).toEqual({ reactions: [], total_count: 0 });
  });

  it("leaves marks on the seek bar, as comments do, but no reply", async () => {
    const { recording, onRecording, link } = await scene();
    const say = { content: "here", at_seconds: 7.25 };
    const comment = await (
      await guest.call("POST", `/recordings/${recording}/comments`, say, link)
    ).json();
    const reply = { content: "and here", at_seconds: 9, parent_comment_id: comment.id };
    await guest.call("POST", `/recordings/${recording}/comments`, reply, link);
    await guest.call("POST", onRecording, { emoji: "😮", at_seconds: 3 }, link);
    await guest.call("POST", onRecording, { emoji: "🔥", at_seconds: 0 }, link);
    await owner.call("POST", onRecording, { emoji: "😮" });
    const first = { content: "at the start", at_seconds: 0 };
    const start = await (
      await owner.call("POST", `/recordings/${recording}/comments`, first)
    ).json();
    const marks = await visitor.call("GET", `/recordings/${recording}/marks`, undefined, link);
    expect(await marks.json()).toEqual({
      comments: [
        { comment_id: start.id, at_seconds: 0 },
        { comment_id: comment.id, at_seconds: 7.25 },
      ],
      reactions: [
        { emoji: "🔥", at_seconds: 0 },
        { emoji: "😮", at_seconds: 3 },
      ],
    });
  });

  it("and the counts go with the account that reacted", async () => {
    const { onRecording, onComment, link } = await scene();
    const passing = await person();
    await passing.call("POST", onRecording, { emoji: "👏" }, link);
    await passing.call("POST", onComment, { emoji: "👏" }, link);
    await database.pool`delete from public.users where id = ${passing.id}`;
    const summary = await (await owner.call("GET", onRecording)).json();
    expect(summary.total_count).toBe(0);
  });
});

describe("reacting refuses", () => {
  it("whoever cannot see the recording, and whoever has no account", async () => {
    const { recording, onRecording, onComment, link } = await scene();
    for (const path of [onRecording, onComment]) {
      expect((await outsider.call("POST", path, { emoji: "👍" })).status).toBe(404);
      expect((await visitor.call("POST", path, { emoji: "👍" }, link)).status).toBe(401);
      expect((await visitor.call("POST", path, { emoji: "👍" })).status).toBe(401);
    }
    expect((await outsider.call("GET", onRecording)).status).toBe(404);
    expect((await outsider.call("GET", `/recordings/${recording}/marks`)).status).toBe(404);
  });

  it("to take back what somebody else gave, by id or emoji", async () => {
    const { onRecording, link } = await scene();
    const { reaction } = await (await owner.call("POST", onRecording, { emoji: "👍" })).json();
    const takeBack = async (which: string) =>
      (await guest.call("DELETE", `${onRecording}/${which}`, undefined, link)).status;
    expect(await takeBack(reaction.id), "another's").toBe(403);
    expect(await takeBack(encodeURIComponent("👍")), "one's own, which is not there").toBe(404);
  });

  it("to take back one's own at the address of anything else", async () => {
    const here = await scene();
    const there = await scene();
    const { reaction } = await (await owner.call("POST", here.onRecording, { emoji: "👍" })).json();
    for (const path of [there.onRecording, there.onComment, here.onComment]) {
      const { status } = await owner.call("DELETE", `${path}/${reaction.id}`);
      expect([path, status]).toEqual([path, 404]);
    }
    const left = await (await owner.call("GET", here.onRecording)).json();
    expect(left.total_count).toBe(1);
  });

  it("a comment of another recording under a link of this one", async () => {
    const here = await scene();
    const there = await scene();
    const answer = await guest.call("POST", there.onComment, { emoji: "👍" }, here.link);
    expect(answer.status).toBe(404);
  });
});

describe("reacting rejects", () => {
  it.each(["💩", "x", "", "👍👍", "❤️❤️"])("%j", async (emoji) => {
    const { onRecording } = await scene();
    const answer = await owner.call("POST", onRecording, { emoji });
    expect(answer.status).toBe(422);
  });
});
