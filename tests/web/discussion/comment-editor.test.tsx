// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, render as draw, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answers } from "#tests/web/lib/answers.ts";
import { isOff } from "#tests/web/lib/off.ts";
import { ada } from "#tests/web/lib/people.ts";
import { CommentEditor } from "#web/features/discussion/comment-editor.tsx";

afterEach(cleanup);

const render = (editor: ReactNode) =>
  draw(<QueryClientProvider client={new QueryClient()}>{editor}</QueryClientProvider>);

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
    expect(isOff(send())).toBe(!isFit);
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

describe("a name that is begun behind an @", () => {
  const told: unknown[] = [];
  let fail = () => {};
  beforeEach(() => {
    cleanup();
    told.length = 0;
    const recordingId = crypto.randomUUID();
    const people = ["Bo", "Ada Lovelace", "Adam", "Zoë"].map((name, at) => ({
      ...{ user_id: ada.id.replace(/.$/, String(at)), name, profile_picture: null },
    }));
    answers({ [`GET /recordings/${recordingId}/people`]: { people } });
    render(
      <CommentEditor
        label="Add a comment"
        action="Comment"
        mentionsIn={{ recordingId }}
        onCancel={() => told.push("Given up")}
        onSubmit={(content, restore, mentions) => {
          told.push([content, mentions.map(({ name }) => name)]);
          fail = () => act(restore);
        }}
      />,
    );
  });
  const names = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

  it("is chosen by the keys, and told with the words", async () => {
    await userEvent.type(field(), "Look @ad");
    await expect.poll(names).toEqual(["AAda Lovelace", "AAdam"]);
    await userEvent.keyboard("{ArrowDown}{ArrowUp}{Enter}");
    expect(field().value).toBe("Look @Ada Lovelace ");
    expect(screen.queryByRole("listbox")).toBeNull();
    await userEvent.type(field(), "and @adam");
    await userEvent.keyboard("{Enter}{Backspace}{Backspace}");
    fireEvent.click(screen.getByRole("button", { name: "Comment" }));
    expect(told).toEqual([["Look @Ada Lovelace and @Ada", ["Ada Lovelace"]]]);
  });

  it("is found without its accents", async () => {
    await userEvent.type(field(), "Look @zoe");
    await expect.poll(names).toEqual(["ZZoë"]);
    await userEvent.keyboard("{Enter}");
    expect(field().value).toBe("Look @Zoë ");
  });

  it("is told again with words that did not arrive, and not with the next ones", async () => {
    await userEvent.type(field(), "Look @ada");
    await expect.poll(names).toHaveLength(2);
    await userEvent.keyboard("{Enter}");
    const send = () => fireEvent.click(screen.getByRole("button", { name: "Comment" }));
    send();
    fail();
    send();
    await userEvent.type(field(), "Not @Ada Lovelace");
    send();
    const look = ["Look @Ada Lovelace", ["Ada Lovelace"]];
    expect(told).toEqual([look, look, ["Not @Ada Lovelace", []]]);
  });

  it("is left as it was written by Escape, which gives up the words only where no names are shown", async () => {
    await userEvent.type(field(), "Look @ad");
    await expect.poll(names).toHaveLength(2);
    await userEvent.keyboard("{Escape}");
    expect(screen.queryByRole("listbox")).toBeNull();
    expect([field().value, told]).toEqual(["Look @ad", []]);
    await userEvent.keyboard("{Escape}");
    expect(told).toEqual(["Given up"]);
  });

  it.each([
    ["", { isComposing: true }],
    [" in Safari", { keyCode: 229 }],
  ])(
    "is still being composed by keys that choose among the letters of another script%s",
    async (_, how) => {
      await userEvent.type(field(), "Look @ad");
      await expect.poll(names).toHaveLength(2);
      for (const key of ["ArrowDown", "Enter", "Escape"])
        fireEvent.keyDown(field(), { key, ...how });
      fireEvent.keyDown(field(), { key: "Enter", ctrlKey: true, ...how });
      expect([field().value, names().length, told]).toEqual(["Look @ad", 2, []]);
      fireEvent.blur(field());
      fireEvent.keyDown(field(), { key: "Escape", ...how });
      expect(told).toEqual([]);
    },
  );

  it("is the first one again after each further letter", async () => {
    await userEvent.type(field(), "@a");
    await expect.poll(names).toHaveLength(2);
    await userEvent.keyboard("{ArrowDown}d{Enter}");
    expect(field().value).toBe("@Ada Lovelace ");
  });
});
