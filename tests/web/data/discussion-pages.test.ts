import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { type Comment, EMOJI } from "#contract/discussion.ts";
import { commentWith } from "#tests/web/lib/comments.ts";
import {
  type Known,
  type Pages,
  threadsOf,
  toggled,
  totalOf,
  withChanged,
  withComment,
  withoutComment,
  withToggled,
} from "#web/data/discussion-pages.ts";

const comment = (id: string, part: Partial<Comment> = {}): Comment =>
  commentWith({ id, content: id, ...part });
const reply = (id: string, parent: string) => comment(id, { parent_comment_id: parent });

const pagesOf = (...lists: Comment[][]): Pages => ({
  pages: lists.map((comments, index) => ({
    comments,
    total: lists.flat().length,
    has_more: index < lists.length - 1,
  })),
  pageParams: lists.map((_, index) => index * 100),
});
const shown = (pages: Pages) =>
  threadsOf(pages).map(({ comment, replies }) => [comment.id, ...replies.map(({ id }) => id)]);

const two = pagesOf([comment("b"), reply("b1", "b")], [comment("a"), reply("a1", "a")]);

describe("threads", () => {
  it("are comments with their replies, over all pages", () => {
    expect(shown(two)).toEqual([
      ["b", "b1"],
      ["a", "a1"],
    ]);
  });

  it("show a comment once that a newer one has pushed onto the next page too", () => {
    expect(shown(pagesOf([comment("b")], [comment("b"), comment("a")]))).toEqual([["b"], ["a"]]);
  });
});

test("what has not changed stays the same object, wherever a new comment has moved it", () => {
  const known: Known = new Map();
  const before = threadsOf(two, known);
  const moved = pagesOf([comment("c"), comment("b")], [reply("b1", "b"), comment("a")]);
  const after = threadsOf(structuredClone(moved), known);
  expect(after[1]?.comment).toBe(before[0]?.comment);
  expect(after[2]?.comment).toBe(before[1]?.comment);
  expect([after[1] === before[0], after[2] === before[1]], "a reply is gone").toEqual([
    true,
    false,
  ]);
});

describe("a comment of one's own, before the server has answered", () => {
  it("comes first where the newest do", () => {
    const { pages } = withComment(two, comment("c"), "newest");
    expect(pages.map(({ comments }) => comments.map(({ id }) => id))).toEqual([
      ["c", "b", "b1"],
      ["a", "a1"],
    ]);
  });

  it("comes last where it has no time and time decides", () => {
    expect(shown(withComment(two, comment("c"), "time")).at(-1)).toEqual(["c"]);
  });

  it("comes in its place by time, before those without one", () => {
    const timed = pagesOf(
      [comment("at 3", { at_seconds: 3 }), reply("r", "at 3")],
      [comment("at 9", { at_seconds: 9 }), comment("whenever")],
    );
    const places = (at_seconds: number) =>
      shown(withComment(timed, comment("new", { at_seconds }), "time")).flat();
    expect(places(1)).toEqual(["new", "at 3", "r", "at 9", "whenever"]);
    expect(places(5)).toEqual(["at 3", "r", "new", "at 9", "whenever"]);
    expect(places(10)).toEqual(["at 3", "r", "at 9", "new", "whenever"]);
  });

  it("ends its thread when it is a reply", () => {
    expect(shown(withComment(two, reply("a2", "a"), "newest"))[1]).toEqual(["a", "a1", "a2"]);
  });

  it("is counted", () => {
    expect(totalOf(withComment(two, comment("c"), "newest"))).toBe(5);
  });

  it("begins an empty discussion", () => {
    expect(shown(withComment(pagesOf([]), comment("c"), "time"))).toEqual([["c"]]);
  });
});

describe("a comment that goes", () => {
  it("takes its replies along", () => {
    const left = withoutComment(two, "b");
    expect(shown(left)).toEqual([["a", "a1"]]);
    expect(totalOf(left)).toBe(2);
  });

  it("leaves its thread when it is a reply", () => {
    expect(shown(withoutComment(two, "a1"))).toEqual([["b", "b1"], ["a"]]);
  });
});

test("an edit touches one comment, and leaves the others the same objects", () => {
  const changed = withChanged(two, "a", (one) => ({ ...one, content: "new" }));
  expect(threadsOf(changed)[1]?.comment.content).toBe("new");
  expect(threadsOf(changed)[0]?.comment).toBe(threadsOf(two)[0]?.comment);
});

describe("a reaction", () => {
  const others = { emoji: "🔥", count: 2, user_reacted: false } as const;

  it("is added to those of others, and taken back again", () => {
    const mine = toggled([others], "🔥");
    expect(mine).toEqual([{ emoji: "🔥", count: 3, user_reacted: true }]);
    expect(toggled(mine, "🔥")).toEqual([others]);
  });

  it("leaves nothing behind when it was the only one", () => {
    expect(toggled(toggled([], "👏"), "👏")).toEqual([]);
  });

  it("keeps the order of the eight and a total that agrees, whatever is toggled", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...EMOJI)), (presses) => {
        const end = presses.reduce(withToggled, { reactions: [], total_count: 0 });
        const order = end.reactions.map(({ emoji }) => EMOJI.indexOf(emoji));
        expect(order).toEqual([...order].sort((one, other) => one - other));
        const odd = EMOJI.filter(
          (emoji) => presses.filter((one) => one === emoji).length % 2 === 1,
        );
        expect(end.total_count).toBe(odd.length);
      }),
    );
  });
});
