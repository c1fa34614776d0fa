// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { Comment } from "#contract/discussion.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { commentWith, reacted } from "#tests/web/lib/comments.ts";
import { ada } from "#tests/web/lib/people.ts";
import { CommentItem } from "#web/features/discussion/thread.tsx";

afterEach(cleanup);

function show(part: Partial<Comment> = {}, canTakePart = true) {
  const comment = commentWith(part);
  const [jumps, replies]: [number[], true[]] = [[], []];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <CommentItem
        scope={{ recordingId: comment.recording_id }}
        {...{ comment, canTakePart }}
        onJump={(seconds) => jumps.push(seconds)}
        onReply={() => replies.push(true)}
      />
    </QueryClientProvider>,
  );
  return { comment, jumps, replies };
}

const article = () => screen.getByRole("article");
const names = () =>
  within(article())
    .getAllByRole("button")
    .map((button) => button.ariaLabel ?? button.getAttribute("aria-label") ?? button.textContent);
const more = () => screen.getByRole("button", { name: "More about the comment by Eve" });
async function open() {
  await userEvent.click(more());
  const items = await screen.findAllByRole("menuitem");
  return items.map(({ textContent }) => textContent);
}

describe("a comment", () => {
  it("says who wrote it, when, and whether it was changed", () => {
    show({ by_owner: true, edited_at: "2026-11-20T19:00:00Z" });
    expect(article().getAttribute("aria-label")).toBe("Comment by Eve");
    expect(article().textContent).toMatch(/^.*EveAuthor.* · editedWell done/);
    cleanup();
    show({ parent_comment_id: "c" });
    expect(article().getAttribute("aria-label")).toBe("Reply by Eve");
    expect(article().textContent).not.toMatch(/Author|edited|Sending/);
  });

  it("leads to its moment, also to the very first second, and only where it has one", () => {
    const { jumps } = show({ at_seconds: 0 });
    fireEvent.click(screen.getByRole("button", { name: "at 0:00" }));
    expect(jumps).toEqual([0]);
    cleanup();
    show();
    expect(screen.queryByRole("button", { name: /^at / })).toBeNull();
  });

  it("links the addresses in it, vouching for none", () => {
    show({ content: "See https://example.com/a, and https://example.com/a." });
    const links = screen.getAllByRole("link");
    expect(links.map((link) => link.getAttribute("href"))).toEqual([
      "https://example.com/a",
      "https://example.com/a",
    ]);
    expect(links[0]?.getAttribute("rel")).toBe("ugc noopener nofollow");
    expect(links[0]?.getAttribute("target")).toBe("_blank");
  });

  it("lets the names of those it speaks to stand out from its words", () => {
    const content = "Thanks @Ada Lovelace, see https://example.com/@Ada";
    show({ content, mentions: [{ user_id: ada.id, name: "Ada Lovelace" }] });
    expect(screen.getByText("@Ada Lovelace").className).toContain("text-info");
    expect(screen.getByRole("link").textContent).toBe("https://example.com/@Ada");
    expect(article().textContent).toContain(content);
  });

  it("offers what its reader may do", async () => {
    show({ can_edit: true, can_delete: true });
    expect(await open()).toEqual(["Edit", "Copy text", "Copy link to comment", "Delete"]);
    cleanup();
    show({ can_delete: true });
    expect(await open()).toEqual(["Copy text", "Copy link to comment", "Delete"]);
    cleanup();
    show({ can_edit: true });
    expect(await open()).toEqual(["Edit", "Copy text", "Copy link to comment"]);
  });

  it("that is still on its way can be neither changed nor answered", () => {
    show({ id: "pending 1", can_edit: true, can_delete: true });
    expect(article().textContent).toContain("Sending…");
    expect(within(article()).queryAllByRole("button")).toEqual([]);
  });

  it("is copied as it was written", async () => {
    const copied = vi.spyOn(navigator.clipboard, "writeText");
    show({ content: "See <b>https://example.com</b>\nYes" });
    await open();
    fireEvent.click(screen.getByRole("menuitem", { name: "Copy text" }));
    expect(copied.mock.calls).toEqual([["See <b>https://example.com</b>\nYes"]]);
    copied.mockRestore();
  });

  it.each([
    ["/video/1", null, "/video/1"],
    ["/video/1?t=9", 65.5, "/video/1?t=65.5"],
    ["/shared/link?v=2&t=9", null, "/shared/link?v=2"],
    ["/shared/link?v=2", 0, "/shared/link?v=2&t=0"],
  ])("at %s, about %s, is given away by its own address", async (at, at_seconds, link) => {
    const before = location.href;
    history.replaceState(null, "", at);
    onTestFinished(() => history.replaceState(null, "", before));
    const { comment } = show({ at_seconds });
    await open();
    fireEvent.click(screen.getByRole("menuitem", { name: "Copy link to comment" }));
    await expect
      .poll(() => navigator.clipboard.readText())
      .toBe(`${location.origin}${link}#comment-${comment.id}`);
  });

  it.each([
    [null, "Its replies go with it. This cannot be undone."],
    ["c", "This cannot be undone."],
  ])("is deleted after asking, which says what goes with it: %s", async (parent, says) => {
    const { comment } = show({ parent_comment_id: parent, can_delete: true });
    const path = `DELETE /recordings/${comment.recording_id}/comments/${comment.id}`;
    const asked = answers({ [path]: { success: true } });
    await open();
    fireEvent.click(screen.getByRole("menuitem", { name: "Delete" }));
    const dialog = await screen.findByRole("alertdialog");
    expect(
      document.getElementById(dialog.getAttribute("aria-describedby") ?? "")?.textContent,
    ).toBe(says);
    const answer = parent === null ? "Confirm" : "Cancel";
    fireEvent.click(within(dialog).getByRole("button", { name: answer }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    await expect.poll(() => asked).toEqual(parent === null ? [[path]] : []);
  });
});

describe("the edit of a comment", () => {
  const field = () => screen.queryByLabelText<HTMLTextAreaElement>("Edit comment");
  async function edit(words: string) {
    const { comment } = show({ can_edit: true });
    const path = `PUT /recordings/${comment.recording_id}/comments/${comment.id}`;
    const asked = answers({ [path]: comment });
    await open();
    fireEvent.click(screen.getByRole("menuitem", { name: "Edit" }));
    expect(field()?.value).toBe("Well done");
    fireEvent.change(field() ?? document.body, { target: { value: words } });
    return { asked, path };
  }

  it("sends what was changed, and shows the comment again", async () => {
    const { asked, path } = await edit(" Better ");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await expect.poll(() => asked).toEqual([[path, { content: "Better" }]]);
    expect(field()).toBeNull();
  });

  it("is given back where it did not arrive, and takes the keyboard from nobody", async () => {
    const { path } = await edit("Better");
    expect(document.activeElement).toBe(field());
    const asked = answers({ [path]: refusal(503, "Away") });
    const save = () => fireEvent.click(screen.getByRole("button", { name: "Save" }));
    save();
    expect(field()).toBeNull();
    await expect.poll(() => field()?.value).toBe("Better");
    expect(document.activeElement).not.toBe(field());
    save();
    await expect.poll(() => asked).toHaveLength(2);
  });

  it("that is begun anew before another is refused stays as it is", async () => {
    const { path } = await edit("Better");
    const refused = Promise.withResolvers<object>();
    answers({ [path]: () => refused.promise });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await open();
    fireEvent.click(screen.getByRole("menuitem", { name: "Edit" }));
    fireEvent.change(field() ?? document.body, { target: { value: "Best" } });
    refused.resolve(refusal(429, "Wait a moment"));
    await screen.findByText("Wait a moment");
    expect(field()?.value).toBe("Best");
  });

  it("sends nothing where nothing was changed, or where it is given up", async () => {
    const same = await edit("Well done ");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(field()).toBeNull();
    cleanup();
    const given = await edit("Better");
    fireEvent.keyDown(field() ?? document.body, { key: "Escape" });
    expect(field()).toBeNull();
    expect([same.asked, given.asked]).toEqual([[], []]);
  });
});

describe("the reactions to a comment", () => {
  const reactions: Comment["reactions"] = [
    { emoji: "❤️", count: 2, user_reacted: true },
    { emoji: "🔥", count: 1, user_reacted: false },
  ];

  it("are pressed where they are one's own, added and taken back", async () => {
    const { comment, replies } = show({ reactions });
    const [heart, fire] = ["Heart, 2", "Fire, 1"].map((name) =>
      screen.getByRole("button", { name }),
    );
    expect([heart, fire].map((one) => one?.getAttribute("aria-pressed"))).toEqual([
      "true",
      "false",
    ]);
    const start = `/comments/${comment.id}/reactions`;
    const asked = answers({
      [`DELETE ${start}/${encodeURIComponent("❤️")}`]: reacted,
      [`POST ${start}`]: reacted,
    });
    fireEvent.click(heart ?? document.body);
    fireEvent.click(fire ?? document.body);
    await expect
      .poll(() => asked)
      .toEqual([
        [`DELETE ${start}/${encodeURIComponent("❤️")}`],
        [`POST ${start}`, { emoji: "🔥" }],
      ]);
    fireEvent.click(screen.getByRole("button", { name: "Reply" }));
    expect(replies).toHaveLength(1);
  });

  it("are chosen from eight, of which one's own are pressed, and the choice closes", async () => {
    const { comment } = show({ reactions });
    const asked = answers({ [`POST /comments/${comment.id}/reactions`]: reacted });
    await userEvent.click(screen.getByRole("button", { name: "React to Eve" }));
    const popup = await screen.findByRole("dialog");
    const choices = within(popup).getAllByRole("button");
    expect(choices).toHaveLength(8);
    const pressed = choices.filter((one) => one.getAttribute("aria-pressed") === "true");
    expect(pressed.map((one) => one.getAttribute("aria-label"))).toEqual(["Heart"]);
    fireEvent.click(within(popup).getByRole("button", { name: "Party" }));
    await expect
      .poll(() => asked)
      .toEqual([[`POST /comments/${comment.id}/reactions`, { emoji: "🎉" }]]);
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
  });

  it("are only looked at by those who may not take part, as is a comment without any", () => {
    show({ reactions }, false);
    expect(names()).toEqual(["More about the comment by Eve"]);
    expect(screen.getAllByRole("img").map((one) => one.getAttribute("aria-label"))).toContain(
      "Fire, 1",
    );
    cleanup();
    show({}, false);
    expect(article().querySelector("footer")).toBeNull();
  });
});
