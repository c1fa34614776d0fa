// @vitest-environment happy-dom
import { render } from "@testing-library/react";
import { useRef } from "react";
import { expect, onTestFinished, test } from "vitest";
import type { Command } from "#web/features/player/keys.ts";
import { useKeys } from "#web/features/player/use-player.ts";
import { useListedShortcuts } from "#web/lib/shortcuts.ts";

function Player({ heard }: { heard: Command[] }) {
  const frame = useRef<HTMLDivElement>(null);
  useKeys(frame, (command) => heard.push(command));
  return (
    <>
      <div ref={frame}>
        <button type="button">mute</button>
        <input type="range" />
      </div>
      <a href="/">elsewhere</a>
    </>
  );
}

/** Whether the player took the key, so that the browser does nothing with it. */
function press(init: KeyboardEventInit, target: Element = document.body) {
  const event = new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

test("a letter is the player's", () => {
  const heard: Command[] = [];
  const { unmount } = render(<Player heard={heard} />);
  expect(press({ key: "f" })).toBe(true);
  expect(heard).toEqual([{ do: "fullscreen" }]);
  expect(press({ key: "а", code: "KeyF" }), "the same key of a Cyrillic keyboard").toBe(true);
  unmount();
  expect(press({ key: "f" })).toBe(false);
});

test("a key is for the first of two players alone, whose film the other one is about to go on with", () => {
  const [first, second]: [Command[], Command[]] = [[], []];
  const { unmount } = render(
    <>
      <Player heard={first} />
      <Player heard={second} />
    </>,
  );
  press({ key: "k" });
  expect([first, second]).toEqual([[{ do: "toggle" }], []]);
  unmount();
});

test.each([
  ["⌘", { metaKey: true }],
  ["Ctrl", { ctrlKey: true }],
  ["Alt", { altKey: true }],
  ["a key that composes a character", { isComposing: true }],
  ["a key that composes a character in Safari", { keyCode: 229 }],
])("a letter with %s is the browser's", (_name, held) => {
  const heard: Command[] = [];
  const { unmount } = render(<Player heard={heard} />);
  expect(press({ key: "f", ...held })).toBe(false);
  expect(heard, "what the player was told to do").toEqual([]);
  unmount();
});

test("Space is the player's on its bar, and a button's or a link's own", () => {
  const { container, unmount } = render(<Player heard={[]} />);
  const taken = (selector: string) => {
    const target = container.querySelector(selector);
    return target && press({ key: " " }, target);
  };
  expect({ bar: taken("input"), button: taken("button"), link: taken("a") }).toEqual({
    bar: true,
    button: false,
    link: false,
  });
  unmount();
});

const ofPage = [{ keys: "?", label: "Shortcuts", group: "Page" }];
function List() {
  useListedShortcuts(ofPage);
  return null;
}

test("the list of keys is the page's where it has one, unless that could not be seen", () => {
  onTestFinished(() => void Reflect.deleteProperty(document, "fullscreenElement"));
  const show = (full: Element | null) =>
    Object.defineProperty(document, "fullscreenElement", { value: full, configurable: true });
  const alone = render(<Player heard={[]} />);
  expect(press({ key: "?" }), "a page without a list").toBe(true);
  alone.unmount();
  const { container, unmount } = render(
    <>
      <List />
      <Player heard={[]} />
    </>,
  );
  expect(press({ key: "?" })).toBe(false);
  show(container);
  expect(press({ key: "?" }), "in full screen").toBe(true);
  unmount();
});
