// @vitest-environment happy-dom
import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommentEditor } from "#web/features/discussion/comment-editor.tsx";

afterEach(cleanup);

/** What was sent, and how each is given back when it does not arrive. */
let sent: { content: string; fail: () => void }[];
beforeEach(() => {
  sent = [];
  render(
    <CommentEditor
      label="Add a comment"
      action="Comment"
      onSubmit={(content, restore) => sent.push({ content, fail: () => act(restore) })}
    />,
  );
});

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Add a comment");
async function write(words: string) {
  await userEvent.type(field(), words);
  await userEvent.click(screen.getByRole("button", { name: "Comment" }));
}

describe("a comment that does not arrive", () => {
  it("is given back to whoever wrote it", async () => {
    await write(" Well done ");
    expect(field().value).toBe("");
    sent[0]?.fail();
    expect(field().value).toBe("Well done");
  });

  it("writes over nothing that was begun since", async () => {
    await write("Well done");
    await userEvent.type(field(), "Another");
    sent[0]?.fail();
    expect(field().value).toBe("Another");
  });

  it("is given back once, as the first of two that failed", async () => {
    await write("One");
    await write("Two");
    sent[0]?.fail();
    sent[1]?.fail();
    expect(sent.map(({ content }) => content)).toEqual(["One", "Two"]);
    expect(field().value).toBe("One");
  });
});
