// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { Comment } from "#contract/discussion.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { commentWith } from "#tests/web/lib/comments.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { commentsQuery } from "#web/data/discussion.ts";
import { withNames } from "#web/features/discussion/addresses.ts";
import { Comments } from "#web/features/discussion/comments.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // no realtime here
  await loadToasts();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const thread = commentWith({ content: "First" });
const scope = { recordingId: thread.recording_id };
const path = `/recordings/${scope.recordingId}`;

interface Place {
  user?: typeof ada | undefined;
  canMark?: boolean;
  table?: Parameters<typeof answers>[0];
  asks?: boolean;
}

async function show(comments: Comment[], place: Place = {}) {
  const user = "user" in place ? place.user : ada;
  const page = { comments, total: comments.length, has_more: false };
  const cache = new QueryClient();
  cache.setQueryData(commentsQuery(scope, "newest").queryKey, { pages: [page], pageParams: [0] });
  const asked = answers({ [`GET ${path}/comments`]: page, ...place.table });
  const part = { scope, user, isOwner: false, canMark: place.canMark ?? false };
  await renderInApp(
    <TooltipGroup>
      <Comments {...part} moment={() => 12} onJump={() => {}} />
    </TooltipGroup>,
    { cache, asks: place.asks ?? false },
  );
  const changes = () => asked.filter(([call]) => !call.startsWith("GET"));
  return { asked, changes };
}
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
async function choose(menu: string, name: string) {
  await press(menu);
  await userEvent.click(await screen.findByRole("menuitem", { name }));
}

describe("a thread", () => {
  const mark = "Mark this thread done";
  it.each<[string, Partial<Comment>, Place, boolean]>([
    ["by whoever may mark all", {}, { canMark: true }, true],
    ["by its writer", { can_edit: true }, {}, true],
    ["by nobody else", {}, {}, false],
    ["not by somebody who only reads", {}, { canMark: true, user: undefined }, false],
  ])("is marked done %s", async (_, part, place, isOffered) => {
    const answer = commentWith({ parent_comment_id: thread.id, can_edit: true });
    await show([{ ...thread, ...part }, answer], place);
    await screen.findByText("2 comments");
    await expect
      .poll(() => screen.queryAllByRole("button", { name: mark }))
      .toHaveLength(+isOffered);
  });

  it("is marked at once, and opened again", async () => {
    const call = `PATCH ${path}/comments/${thread.id}`;
    const table = { [call]: (body: unknown) => ({ ...thread, ...Object(body) }) };
    const { changes } = await show([thread], { canMark: true, table });
    await press(mark);
    expect(within(screen.getByRole("article")).getByText("Done")).toBeDefined();
    await press("Open this thread again");
    await expect.poll(changes).toEqual([
      [call, { done: true }],
      [call, { done: false }],
    ]);
    expect(within(screen.getByRole("article")).queryByText("Done")).toBeNull();
  });

  it.each([
    ["No thread is open", 1],
    ["No comments yet", 0],
  ])("is not shown where only open ones are asked for: %s", async (words, total) => {
    const list = (_: unknown, query: URLSearchParams) =>
      query.get("done") === "false"
        ? { comments: [], total, has_more: false }
        : { comments: [thread], total: 1, has_more: false };
    await show([thread], { asks: true, table: { [`GET ${path}/comments`]: list } });
    await choose("More about all comments", "Show open threads only");
    await screen.findByText(words);
    expect(screen.queryByRole("article")).toBeNull();
    if (total === 0) return;
    await choose("More about all comments", "Show all threads");
    await screen.findByRole("article");
  });
});

describe("the discussion as a whole", () => {
  it.each([
    ["Download as CSV", "csv"],
    ["Download as Markdown", "md"],
  ])("%s", async (item, format) => {
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const table = { [`GET ${path}/comments.${format}`]: new Response("words") };
    await show([thread], { table });
    await choose("More about all comments", item);
    await expect.poll(() => saved).toEqual([`comments.${format}`]);
  });

  it.each([
    ["is copied as it was said", undefined, "Comments copied"],
    ["says so where it cannot be read", refusal(503, "Away"), "Away"],
  ])("%s", async (_, wrong, said) => {
    const answer = commentWith({ parent_comment_id: thread.id, content: "Second", at_seconds: 65 });
    const page = { comments: [{ ...thread, done: true }, answer], total: 2, has_more: false };
    await show([thread], { table: { [`GET ${path}/comments`]: wrong ?? page } });
    await choose("More about all comments", "Copy all");
    await screen.findByText(said);
    if (!wrong)
      expect(await navigator.clipboard.readText()).toBe("Eve: First (done)\n  1:05 Eve: Second");
  });
});

describe("a guest", () => {
  const guest: Partial<Comment> = {
    author: { kind: "guest", name: "Gus", guest_id: "g" },
    username: "Gus",
    content: "See https://example.com",
    mentions: [{ user_id: ada.id, name: "Ada" }],
  };

  it("is named as one, and nothing of what a guest writes can be pressed", async () => {
    await show([commentWith(guest)]);
    expect(screen.getByText("Guest")).toBeDefined();
    expect(screen.queryByRole("link")).toBeNull();
    cleanup();
    await show([commentWith({ content: "See https://example.com" })]);
    expect(screen.queryByText("Guest")).toBeNull();
    expect(screen.getByRole("link").getAttribute("href")).toBe("https://example.com");
  });

  it.each([
    ["Ban this guest", false, "POST"],
    ["Let this guest comment again", true, "DELETE"],
  ])("is told by the owner: %s", async (item, author_banned, method) => {
    const call = `${method} ${path}/guests/g/ban`;
    const table = { [call]: { success: true } };
    const part = { ...guest, author_banned, can_delete: true };
    const { changes } = await show([commentWith(part)], { table });
    expect(screen.queryByText("Banned") !== null).toBe(author_banned);
    await choose("More about the comment by Gus", item);
    await expect.poll(changes).toEqual([[call]]);
  });

  it.each<[string, Partial<Comment>]>([
    ["nobody who may not delete", guest],
    ["nobody who has an account", { username: "Gus", can_delete: true }],
  ])("is banned by, or is, %s", async (_, part) => {
    await show([commentWith(part)]);
    await press("More about the comment by Gus");
    await screen.findByRole("menuitem", { name: "Copy text" });
    await expect.poll(() => screen.queryByRole("menuitem", { name: /guest/i })).toBeNull();
  });
});

test("a comment on what was cut out says so, and leads nowhere", async () => {
  await show([commentWith({ at_seconds: 5, removed: true })]);
  expect(screen.getByText("In a removed part")).toBeDefined();
  expect(screen.queryByRole("button", { name: "at 0:05" })).toBeNull();
});

describe("the names in a comment", () => {
  const names = (text: string, ...known: string[]) =>
    withNames(
      text,
      known.map((name) => ({ name })),
    ).map((piece) => (piece.isName ? `[${piece.text}]` : piece.text));
  it.each<[string, string[], string[]]>([
    [
      "@Ada and @Ada Lovelace!",
      ["Ada", "Ada Lovelace"],
      ["[@Ada]", " and ", "[@Ada Lovelace]", "!"],
    ],
    ["me@Ada.org", ["Bo"], ["me@Ada.org"]],
    ["@@Bo", ["Bo"], ["@", "[@Bo]"]],
    ["", ["Bo"], []],
  ])("of %j stand out", (text, known, pieces) => {
    expect(names(text, ...known)).toEqual(pieces);
  });
});
