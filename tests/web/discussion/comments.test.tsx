// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Comment, CommentSort } from "#contract/discussion.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { commentWith, reacted } from "#tests/web/lib/comments.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { commentsQuery, reactionsQuery } from "#web/data/discussion.ts";
import { discussionKey } from "#web/data/discussion-key.ts";
import { Comments } from "#web/features/discussion/comments.tsx";
import type { Writer } from "#web/features/discussion/composer.tsx";
import { RecordingReactions } from "#web/features/discussion/reactions.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

const thread = commentWith({ content: "First" });
const reply = commentWith({ content: "Answer", parent_comment_id: thread.id, username: "Mara" });
const later = commentWith({ content: "Later", at_seconds: 5 });
const scope = { recordingId: thread.recording_id };
const path = `/recordings/${scope.recordingId}`;

beforeAll(async () => {
  await loadToasts();
  // No realtime here, also not for what is still asked when a test has ended.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => refusal(503, "Away"));
});
afterEach(cleanup);

interface Shown {
  user?: Writer | undefined;
  at?: string;
  total?: number;
  has_more?: boolean;
  onJump?: (seconds: number) => void;
}

async function show(comments: Comment[] | undefined, shown: Shown = {}) {
  const { at = "/", total = comments?.length ?? 0, has_more = false, onJump = () => {} } = shown;
  const user = "user" in shown ? shown.user : ada;
  const cache = new QueryClient();
  cache.setQueryDefaults(discussionKey(scope), { retry: false });
  const put = (sort: CommentSort, inOrder: Comment[]) =>
    cache.setQueryData(commentsQuery(scope, sort).queryKey, {
      pages: [{ comments: inOrder, total, has_more }],
      pageParams: [0],
    });
  if (comments) {
    put("newest", comments);
    put("time", comments.toReversed());
  }
  const asked = answers({});
  await renderInApp(
    <Comments
      {...{ scope, user, isOwner: false, canMark: false, onJump }}
      moment={() => 12}
      signIn={<p>Sign in to answer</p>}
    />,
    { cache, at },
  );
  return { cache, asked };
}

const said = () => screen.getAllByRole("article").map((one) => one.querySelector("p")?.textContent);
const count = () => screen.queryByText(/^\d+ comments?$/)?.textContent ?? null;

describe("the discussion of a video", () => {
  it.each([
    [[], null],
    [[thread], "1 comment"],
    [[later, thread, reply], "3 comments"],
  ])("says how much there is", async (comments, says) => {
    await show(comments);
    expect(count()).toBe(says);
    expect(screen.queryByRole("radiogroup") !== null).toBe(says !== null);
  });

  it("comes with the newest first, and by time on request", async () => {
    await show([later, thread]);
    expect(screen.getByRole("radio", { name: "Newest" }).ariaChecked ?? "true").toBe("true");
    expect(said()).toEqual(["Later", "First"]);
    fireEvent.click(screen.getByRole("radio", { name: "By time" }));
    await expect.poll(said).toEqual(["First", "Later"]);
  });

  it("that is empty says how to begin, to those who can", async () => {
    await show([]);
    expect(screen.getByText(/your comment keeps the moment/)).toBeDefined();
    expect(screen.getByLabelText("Add a comment")).toBeDefined();
    expect(screen.queryByText("Sign in to answer")).toBeNull();
    cleanup();
    await show([], { user: undefined });
    expect(screen.queryByText(/your comment keeps the moment/)).toBeNull();
    expect(screen.queryByLabelText("Add a comment")).toBeNull();
    expect(screen.getByText("Sign in to answer")).toBeDefined();
  });

  it("takes a comment about the moment at which it is begun", async () => {
    const { asked } = await show([]);
    fireEvent.change(screen.getByLabelText("Add a comment"), { target: { value: "Look" } });
    expect(screen.getByRole("button", { name: "at 0:12" }).ariaPressed ?? "true").toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Comment" }));
    const sent = { content: "Look", parent_comment_id: null, at_seconds: 12 };
    await expect.poll(() => asked).toContainEqual([`POST ${path}/comments`, sent]);
    await screen.findByText("Failed to add comment");
  });

  it("goes to the comment that the address names", async () => {
    await show([later, thread, reply], { at: `/#comment-${reply.id}` });
    expect(document.activeElement?.id).toBe(`comment-${reply.id}`);
  });

  it("shows the moment that a reply answers, where the address names the reply", async () => {
    const answer = commentWith({ parent_comment_id: later.id });
    const jumps: number[] = [];
    const onJump = (seconds: number) => void jumps.push(seconds);
    await show([thread, later, answer], { at: `/#comment-${answer.id}`, onJump });
    expect(jumps).toEqual([5]);
  });

  it("has its next page fetched when its end comes near, where there is one", async () => {
    const near: (() => void)[] = [];
    vi.stubGlobal(
      "IntersectionObserver",
      class {
        constructor(tell: (entries: object[]) => void) {
          near.push(() => tell([{ isIntersecting: true }]));
        }
        observe() {}
        disconnect() {
          near.length = 0;
        }
      },
    );
    const { asked } = await show([thread], { total: 51, has_more: true });
    const comments = () => asked.filter(([call]) => call === `GET ${path}/comments`);
    expect(comments()).toEqual([]);
    act(() => void near[0]?.());
    await expect.poll(() => comments().length).toBe(1);
    // The server is away: its place stays where it is, and so does not come near again.
    expect(said()).toEqual(["First"]);
    fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    await expect.poll(() => comments().length).toBe(2);
    cleanup();
    expect(near).toEqual([]);
    await show([thread]);
    expect(near).toEqual([]);
  });

  it("that could not be read says so, and is asked for again on request", async () => {
    const { cache, asked } = await show(undefined);
    await act(() => cache.fetchInfiniteQuery(commentsQuery(scope, "newest")).catch(() => {}));
    const comments = () => asked.filter(([call]) => call === `GET ${path}/comments`).length;
    expect(comments()).toBe(1);
    fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
    await expect.poll(comments).toBe(2);
    await screen.findAllByText("Failed to load comments");
  });
});

describe("a comment on its way", () => {
  it.each<[string, Writer, string | null]>([
    ["an account", ada, null],
    ["a guest", { id: null, username: "Gus", profile_picture: null }, "Guest"],
  ])("is named as that of %s", async (_, user, badge) => {
    await show([], { user });
    answers({ [`POST ${path}/comments`]: () => Promise.withResolvers<object>().promise });
    fireEvent.change(screen.getByLabelText("Add a comment"), { target: { value: "Yes" } });
    fireEvent.click(screen.getByRole("button", { name: "Comment" }));
    const draft = within(await screen.findByRole("article"));
    expect(draft.getByText("Sending…")).toBeDefined();
    expect(draft.queryByText("Guest")?.textContent ?? null).toBe(badge);
  });
});

describe("an answer", () => {
  it("is shown as it is now, also where its thread has as many as before", async () => {
    const { cache } = await show([thread, reply]);
    const put = (...now: Comment[]) =>
      act(async () => {
        cache.setQueryData(commentsQuery(scope, "newest").queryKey, {
          pages: [{ comments: [thread, ...now], total: 1 + now.length, has_more: false }],
          pageParams: [0],
        });
      });
    await put({ ...reply, content: "Better answer" });
    await expect.poll(said).toEqual(["First", "Better answer"]);
    const instead = commentWith({ content: "Instead", parent_comment_id: thread.id });
    await put(instead);
    await expect.poll(said).toEqual(["First", "Instead"]);
    await put(instead, commentWith({ content: "Another", parent_comment_id: thread.id }));
    await expect.poll(said).toEqual(["First", "Instead", "Another"]);
    await put();
    await expect.poll(said).toEqual(["First"]);
  });

  const answer = (name: string) => {
    const article = screen.getByRole("article", { name });
    fireEvent.click(within(article).getByRole("button", { name: "Reply" }));
  };
  const field = (name: string) => screen.queryByLabelText(`Reply to ${name}`);

  it.each([
    ["Comment by Eve", "Eve"],
    ["Reply by Mara", "Mara"],
  ])("to a %s joins its thread, about no moment", async (name, who) => {
    const { asked } = await show([thread, reply]);
    answer(name);
    fireEvent.change(field(who) ?? document.body, { target: { value: "Yes" } });
    expect(screen.queryByRole("button", { name: /^at / })).toBeNull();
    fireEvent.click(
      within(field(who)?.closest("form") ?? document.body).getByRole("button", { name: "Reply" }),
    );
    const sent = { content: "Yes", parent_comment_id: thread.id, at_seconds: null };
    await expect.poll(() => asked).toContainEqual([`POST ${path}/comments`, sent]);
    // The comment did not arrive: its words are still there.
    await expect.poll(() => field(who)).toHaveProperty("value", "Yes");
    await screen.findByText("Failed to add comment");
  });

  it("is given up by Escape, and begun for another instead", async () => {
    await show([thread, reply]);
    answer("Comment by Eve");
    fireEvent.change(field("Eve") ?? document.body, { target: { value: "Words to Eve" } });
    answer("Reply by Mara");
    expect(field("Eve")).toBeNull();
    expect(field("Mara"), "and has no words for another").toHaveProperty("value", "");
    fireEvent.keyDown(field("Mara") ?? document.body, { key: "Escape" });
    expect(field("Mara")).toBeNull();
    expect(document.activeElement?.getAttribute("aria-label")).toBe("Reply by Mara");
  });
});

describe("reactions to a video", () => {
  async function react(canReact: boolean, reactions: Comment["reactions"]) {
    const cache = new QueryClient();
    const total_count = reactions.reduce((sum, { count }) => sum + count, 0);
    cache.setQueryData(reactionsQuery(scope).queryKey, { reactions, total_count });
    const asked = answers({
      [`POST ${path}/reactions`]: reacted,
      [`DELETE ${path}/reactions/${encodeURIComponent("🔥")}`]: reacted,
    });
    await renderInApp(<RecordingReactions {...{ scope, canReact }} moment={() => 12.34} />, {
      cache,
    });
    return asked;
  }
  const fire = { emoji: "🔥", count: 2, user_reacted: true } as const;
  const names = (role: string) =>
    screen.queryAllByRole(role).map((one) => one.getAttribute("aria-label"));

  it("are to what is seen, and taken back by a second press", async () => {
    const asked = await react(true, [fire]);
    expect(names("button")).toEqual(["Fire, 2", "React"]);
    expect(screen.getByRole("group").textContent).toMatch(/^Reactions, 2 in all/);
    fireEvent.click(screen.getByRole("button", { name: "React" }));
    const eight = within(await screen.findByRole("dialog", { name: "React" }));
    expect(eight.getAllByRole("button")).toHaveLength(8);
    fireEvent.click(eight.getByRole("button", { name: "Heart" }));
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Fire, 2" }));
    await expect
      .poll(() => asked)
      .toEqual([
        [`POST ${path}/reactions`, { emoji: "❤️", at_seconds: 12.3 }],
        [`DELETE ${path}/reactions/${encodeURIComponent("🔥")}`],
      ]);
  });

  it("are looked at where one may not react, and nothing where there are none", async () => {
    await react(false, [fire]);
    expect([names("img"), names("button")]).toEqual([["Fire, 2"], []]);
    cleanup();
    await react(false, []);
    expect(screen.queryByRole("group")).toBeNull();
  });
});
