// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import { EMPTY_TITLE, LONGEST_TITLE } from "#contract/recordings.ts";
import { EditableTitle } from "#web/ui/controls/editable-title.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);

const saved: string[] = [];
const heardOutside: string[] = [];
beforeEach(() => {
  saved.length = 0;
  heardOutside.length = 0;
});
afterEach(cleanup);

const draw = (onSave: ((title: string) => void) | undefined = (title) => void saved.push(title)) =>
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a page that listens to keys
    <div onKeyDown={({ key }) => heardOutside.push(key)}>
      <EditableTitle title="My talk" onSave={onSave} />
      <button type="button">Elsewhere</button>
    </div>,
  );
const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Title" });
const pencil = () => screen.getByRole("button", { name: "Edit title" });
const isOpen = () => screen.queryByRole("textbox") !== null;

/** Begins to edit by keyboard, as the pencil is reached without a pointer. */
async function edit() {
  pencil().focus();
  await userEvent.keyboard("{Enter}");
}

describe("a title that may be changed", () => {
  it("is chosen whole when it opens, and saved by Enter without the spaces around it", async () => {
    draw();
    await edit();
    expect([field().selectionStart, field().selectionEnd]).toEqual([0, "My talk".length]);
    await userEvent.keyboard("  Our  talk 🎬 {Enter}");
    expect(saved).toEqual(["Our  talk 🎬"]);
    expect(isOpen()).toBe(false);
    await waitFor(() => expect(document.activeElement).toBe(pencil()));
  });

  it("is left as it was by Escape, which nothing else hears", async () => {
    draw();
    await edit();
    heardOutside.length = 0;
    await userEvent.keyboard("Another{Escape}");
    expect(saved).toEqual([]);
    expect(isOpen()).toBe(false);
    expect(heardOutside).not.toContain("Escape");
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("My talk");
    await waitFor(() => expect(document.activeElement).toBe(pencil()));
  });

  it.each([{ isComposing: true }, { keyCode: 229 }])(
    "stays open where Escape ends a choice among letters: %o",
    async (how) => {
      draw();
      await edit();
      fireEvent.keyDown(field(), { key: "Escape", ...how });
      expect(isOpen()).toBe(true);
    },
  );

  it("is saved by leaving the field, and not sent where it is the same", async () => {
    draw();
    await edit();
    await userEvent.keyboard(" My talk ");
    fireEvent.blur(field());
    expect(saved).toEqual([]);
    expect(isOpen()).toBe(false);
    await edit();
    await userEvent.keyboard("Another");
    fireEvent.blur(field());
    expect(saved).toEqual(["Another"]);
  });

  it("keeps what somebody else has made of it meanwhile, where nothing was typed here", async () => {
    const save = (title: string) => void saved.push(title);
    const { rerender } = render(<EditableTitle title="My talk" onSave={save} />);
    await edit();
    rerender(<EditableTitle title="Our talk" onSave={save} />);
    fireEvent.blur(field());
    expect(saved).toEqual([]);
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Our talk");
  });

  it("stays open while it is empty, which is said until it is not", async () => {
    draw();
    await edit();
    await userEvent.keyboard("   {Enter}");
    // Beneath the pointer it does not go by itself.
    await userEvent.hover(await screen.findByText(EMPTY_TITLE));
    expect(isOpen()).toBe(true);
    expect(saved).toEqual([]);
    await userEvent.keyboard("Some title{Enter}");
    expect(saved).toEqual(["Some title"]);
    await waitFor(() => expect(screen.queryByText(EMPTY_TITLE)).toBeNull());
  });

  it("has at most as many characters as the server takes, and keeps what is too long", async () => {
    draw();
    await edit();
    fireEvent.change(field(), { target: { value: "x".repeat(LONGEST_TITLE + 2) } });
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByRole("status").textContent).toMatch(/: 2 too many$/);
    expect(field().getAttribute("aria-describedby")).toBe(screen.getByRole("status").id);
    await userEvent.keyboard("{Enter}");
    expect(saved).toEqual([]);
    expect(isOpen()).toBe(true);
    const longest = "x".repeat(LONGEST_TITLE);
    fireEvent.change(field(), { target: { value: ` ${longest} ` } });
    expect(field().getAttribute("aria-invalid")).toBe("false");
    expect(screen.queryByRole("status")).toBeNull();
    await userEvent.keyboard("{Enter}");
    expect(saved).toEqual([longest]);
  });

  it("gives the focus back to where it was before the pencil was pressed with a pointer", async () => {
    draw();
    screen.getByRole("button", { name: "Elsewhere" }).focus();
    await userEvent.click(pencil());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Elsewhere"));
  });

  it("gives it to the pencil where that was pressed by a key, also after a pointer has pressed it", async () => {
    draw();
    screen.getByRole("button", { name: "Elsewhere" }).focus();
    await userEvent.click(pencil());
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement?.textContent).toBe("Elsewhere"));
    await edit();
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(document.activeElement).toBe(pencil()));
  });
});

test("a title that is not theirs to change has no pencil", () => {
  render(<EditableTitle title="My talk" onSave={undefined} level={2} />);
  expect(screen.getByRole("heading", { level: 2 }).textContent).toBe("My talk");
  expect(screen.queryByRole("button")).toBeNull();
});
