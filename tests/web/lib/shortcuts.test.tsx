// @vitest-environment happy-dom
import { act, render, renderHook, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, test } from "vitest";
import {
  isListed,
  useActiveShortcuts,
  useListedShortcuts,
  useShortcut,
} from "#web/lib/shortcuts.ts";

const help = { keys: "?", label: "Help", group: "Everywhere" };
const find = { keys: "mod+k", label: "Find", group: "Everywhere" };

function Page({ heard }: { heard: string[] }) {
  useShortcut(help, () => heard.push("help"));
  useShortcut(find, () => heard.push("find"));
  return (
    <>
      <input aria-label="Title" />
      <div role="listbox" tabIndex={-1}>
        <div role="option" aria-selected tabIndex={0}>
          Low
        </div>
      </div>
      <p>{`${useActiveShortcuts().length} shortcuts`}</p>
    </>
  );
}

describe("shortcuts", () => {
  it("act while their page is shown and are listed by it", async () => {
    const heard: string[] = [];
    const page = render(<Page heard={heard} />);
    await screen.findByText("2 shortcuts");
    await userEvent.keyboard("?{Control>}k{/Control}k");
    expect(heard).toEqual(["help", "find"]);
    page.unmount();
    await userEvent.keyboard("?");
    expect(heard).toEqual(["help", "find"]);
  });

  it("are the page's alone: the browser does nothing of its own about them, and does about all others", async () => {
    const page = render(<Page heard={[]} />);
    const press = (init: KeyboardEventInit) => {
      const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    expect([press({ key: "k", ctrlKey: true }), press({ key: "s", ctrlKey: true })]).toEqual([
      true,
      false,
    ]);
    page.unmount();
  });

  it("are where their letters are on a Latin keyboard, for somebody who writes another script", () => {
    const heard: string[] = [];
    const page = render(<Page heard={heard} />);
    const press = (key: string, code: string) =>
      window.dispatchEvent(new KeyboardEvent("keydown", { key, code, ctrlKey: true }));
    press("л", "KeyK");
    expect(heard).toEqual(["find"]);
    press("é", "KeyK"); // of a Latin keyboard with other places
    expect(heard).toEqual(["find"]);
    page.unmount();
  });

  it("act once for a key that is held down, and the browser does nothing about it either", () => {
    const heard: string[] = [];
    const page = render(<Page heard={heard} />);
    const prevented = [false, true, true].map((repeat) => {
      const event = new KeyboardEvent("keydown", { key: "?", cancelable: true, repeat });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect([heard, prevented]).toEqual([["help"], [true, true, true]]);
    page.unmount();
  });

  it("mean nothing in a list or a dialog over the page, but for those with Ctrl", async () => {
    const heard: string[] = [];
    const page = render(<Page heard={heard} />);
    screen.getByRole("option").focus();
    await userEvent.keyboard("?{Control>}k{/Control}");
    expect(heard).toEqual(["find"]);
    page.unmount();
  });

  it.each([{ isComposing: true }, { keyCode: 229 }, { altKey: true }])(
    "are not meant by a key that writes something else: %o",
    (more) => {
      const heard: string[] = [];
      const page = render(<Page heard={heard} />);
      const press = (init = {}) =>
        window.dispatchEvent(new KeyboardEvent("keydown", { key: "?", bubbles: true, ...init }));
      press(more);
      expect(heard).toEqual([]);
      press();
      expect(heard).toEqual(["help"]);
      page.unmount();
    },
  );

  it("of another window act there, and are listed once", () => {
    const floating = new EventTarget() as Window; // no more of it is used
    const heard: string[] = [];
    const { result, unmount } = renderHook(() => {
      useShortcut(help, () => heard.push("there"), true, floating);
      return useActiveShortcuts().length;
    });
    expect(result.current).toBe(0);
    floating.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));
    expect(heard).toEqual(["there"]);
    unmount();
    floating.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));
    expect(heard).toEqual(["there"]);
  });

  it("are letters again while someone writes, but for those with Ctrl", async () => {
    const heard: string[] = [];
    const page = render(<Page heard={heard} />);
    const title = screen.getByLabelText<HTMLInputElement>("Title");
    await userEvent.type(title, "Why?{Control>}k{/Control}");
    expect(title.value).toBe("Why?");
    expect(heard).toEqual(["find"]);
    page.unmount();
  });
});

test("shortcuts that two players list are there once, until the second is gone", () => {
  const shared = [help];
  const listen = () => renderHook(() => useListedShortcuts(shared));
  const { result } = renderHook(useActiveShortcuts);
  const [first, second] = [listen(), listen()];
  expect(result.current).toEqual(shared);
  act(first.unmount);
  expect(result.current).toEqual(shared);
  act(second.unmount);
  expect(result.current).toEqual([]);
});

test("shortcuts that somebody else listens for are listed while they count, and no longer", () => {
  const listen = (keys: string) => {
    const shortcuts = [{ keys, label: "Save", group: "Subtitles" }] as const;
    return renderHook(() => useListedShortcuts(shortcuts));
  };
  const listed = () => ["mod+s", "mod+j"].map(isListed);
  const [stays, leaves] = [listen("mod+s"), listen("mod+j")];
  expect(listed()).toEqual([true, true]);
  leaves.unmount();
  expect(listed()).toEqual([true, false]);
  stays.unmount();
  expect(listed()).toEqual([false, false]);
});
