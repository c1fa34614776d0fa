// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CommentEditor } from "#web/features/discussion/comment-editor.tsx";

afterEach(cleanup);

/** The comments that were sent, and how each is given back when it does not arrive. */
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

describe("what is being written", () => {
  const begun: string[] = [];
  const cancelled: string[] = [];
  beforeEach(() => {
    cleanup();
    begun.length = 0;
    cancelled.length = 0;
    render(
      <CommentEditor
        label="Add a comment"
        action="Comment"
        onBegin={() => begun.push(field().value)}
        onCancel={() => cancelled.push(field().value)}
        onSubmit={(content, restore) => sent.push({ content, fail: restore })}
      />,
    );
  });
  const put = (value: string) => fireEvent.change(field(), { target: { value } });
  const send = () => screen.getByRole<HTMLButtonElement>("button", { name: "Comment" });
  const left = () => screen.queryByRole("status")?.textContent;
  const press = (key: string, held = {}) => fireEvent.keyDown(field(), { key, ...held });

  it.each([
    ["", false, undefined],
    [" \n ", false, undefined],
    [" x ", true, undefined],
    ["x".repeat(9_499), true, undefined],
    ["x".repeat(9_500), true, "500 left"],
    [` ${"x".repeat(10_000)} `, true, "0 left"],
    ["x".repeat(10_001), false, "1 too many"],
  ])("is sent when there is something, and not too much of it", (words, isFit, says) => {
    put(words);
    expect(send().disabled).toBe(!isFit);
    expect(left()).toBe(says);
    press("Enter", { ctrlKey: true });
    expect(sent.map(({ content }) => content)).toEqual(isFit ? [words.trim()] : []);
    expect(field().value).toBe(isFit ? "" : words);
  });

  it("is sent by Enter only with the key for it", () => {
    put("One");
    press("Enter");
    expect(sent).toEqual([]);
    press("Enter", { metaKey: true });
    expect(sent).toHaveLength(1);
  });

  it("begins with its first letter, and again after it was sent", () => {
    for (const words of ["O", "On", "One"]) put(words);
    expect(begun).toHaveLength(1);
    fireEvent.click(send());
    put("T");
    expect(begun).toHaveLength(2);
  });

  it("is given up by Escape, which closes nothing else, or by its button", () => {
    let closed = 0;
    const close = () => (closed += 1);
    document.addEventListener("keydown", close);
    press("Escape");
    document.removeEventListener("keydown", close);
    fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
    expect([cancelled.length, closed]).toEqual([2, 0]);
  });
});
