import { expect, test } from "vitest";
import { commentWith } from "#tests/web/lib/comments.ts";
import { seekMarks } from "#web/features/discussion/marks.ts";

const comment = commentWith({ id: "c1", content: "Here", at_seconds: 3, username: "Ada" });

test("marks say what was commented where it is known, and where was reacted", () => {
  const marks = seekMarks(
    {
      comments: [
        { comment_id: "c1", at_seconds: 3 },
        { comment_id: "not read yet", at_seconds: 9 },
      ],
      reactions: [{ emoji: "🔥", at_seconds: 5 }],
    },
    { pages: [{ comments: [comment], total: 2, has_more: true }], pageParams: [0] },
  );
  expect(marks).toEqual([
    { kind: "comment", id: "c1", time: 3, says: { author: "Ada", text: "Here" } },
    { kind: "comment", id: "not read yet", time: 9 },
    { kind: "reaction", time: 5 },
  ]);
});
