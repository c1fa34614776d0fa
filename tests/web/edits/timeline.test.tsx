// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isOff } from "#tests/web/lib/off.ts";
import { at, button, handle, length, press, secondsOf, show, whole } from "./an-editor.tsx";

const WIDTH = 640;
beforeEach(() => {
  vi.stubGlobal("ResizeObserver", Observer);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(WIDTH);
  vi.spyOn(Element.prototype, "scrollLeft", "get").mockReturnValue(0); // all of it is in sight
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Nothing is laid out here: the timeline is told how wide it is. */
class Observer {
  readonly disconnect = () => {};
  constructor(private readonly tell: (entries: object[]) => void) {}
  observe() {
    this.tell([{ contentRect: { width: WIDTH } }]);
  }
}

/** Ten pixels to a second, beside the room for the handles. */
const xOf = (seconds: number) => 20 + seconds * 10;
const film = () => screen.getByTestId("timeline").firstElementChild ?? document.body;
const point = (type: "Down" | "Move" | "Up", seconds: number, more = {}) =>
  fireEvent[`pointer${type}`](film(), { button: 0, clientX: xOf(seconds), ...more });
const now = () => within(screen.getByRole("toolbar")).getByText(/^\d+:\d\d\.\d$/).textContent;

/** Open, and as wide as it is told. */
async function open(...given: Parameters<typeof show>) {
  const asked = await show(...given);
  const end = await handle("End");
  await expect.poll(() => end.style.left).toBe(`${xOf(60)}px`);
  return asked;
}

/** Goes to a moment with the pointer, and selects nothing. */
function go(seconds: number) {
  point("Down", 600);
  point("Move", seconds);
  point("Up", seconds);
}
function choose(seconds: number) {
  point("Down", seconds);
  point("Up", seconds);
}

describe("a press on the timeline", () => {
  it("goes to its moment, and on with the pointer as long as it is held", async () => {
    await open();
    point("Down", 30);
    expect(now()).toBe("0:30.0");
    point("Up", 30);
    point("Move", 50);
    expect(now()).toBe("0:30.0");
    point("Down", 40, { button: 2 });
    expect(now(), "another button").toBe("0:30.0");
  });

  it("ends where the browser takes the finger for its own, and selects nothing", async () => {
    await open();
    point("Down", 30);
    fireEvent.pointerCancel(film());
    point("Move", 50);
    point("Up", 50);
    expect(now()).toBe("0:30.0");
    await button("Delete");
  });

  it("goes to what is in sight where the timeline was scrolled", async () => {
    await open();
    vi.spyOn(Element.prototype, "scrollLeft", "get").mockReturnValue(100);
    point("Down", 30);
    expect(now()).toBe("0:40.0");
  });

  it("selects the part there, which is then what is deleted, and lets it go with another press", async () => {
    await open();
    go(30);
    press("s");
    choose(45);
    go(5);
    press("Delete");
    expect([await secondsOf("Start"), await secondsOf("End")]).toEqual(["0", "30"]);
    press("z", { ctrlKey: true });
    choose(45);
    choose(45);
    go(5);
    press("Delete");
    expect([await secondsOf("Start"), await secondsOf("End")]).toEqual(["30", "60"]);
    press("z", { ctrlKey: true });
    choose(45);
    press("Escape");
    go(5);
    press("Delete");
    expect([await secondsOf("Start"), await secondsOf("End")]).toEqual(["30", "60"]);
  });
});

describe("a handle", () => {
  const drag = async (name: string, ...to: number[]) => {
    const [first = 0, ...rest] = to;
    const held = await handle(name);
    fireEvent.pointerDown(held, { button: 0, clientX: xOf(first) });
    for (const seconds of rest) fireEvent.pointerMove(held, { clientX: xOf(seconds) });
    fireEvent.pointerUp(held);
    return held;
  };

  it("keeps the place under the finger, is one step for all of a hold, and is let go", async () => {
    await open();
    const held = await drag("End", 58, 48, 38);
    expect(await secondsOf("End")).toBe("40");
    expect(now(), "the last picture that is kept").toBe("0:39.9");
    fireEvent.pointerMove(held, { clientX: xOf(20) });
    expect(await secondsOf("End"), "nobody holds it").toBe("40");
    press("z", { ctrlKey: true });
    expect(await secondsOf("End")).toBe("60");
    fireEvent.pointerDown(held, { button: 2, clientX: xOf(60) });
    fireEvent.pointerMove(held, { clientX: xOf(20) });
    expect(await secondsOf("End"), "another button").toBe("60");
  });

  it("goes to the edge of a pause where it is dragged near to it, and by keys away from it", async () => {
    await open();
    const held = await drag("End", 60, 22.3);
    expect(await secondsOf("End")).toBe("22");
    fireEvent.keyDown(held, { key: "ArrowLeft" });
    expect(await secondsOf("End")).toBe("21.967");
  });

  it("goes to the ends by keys, and a key that is held is one step", async () => {
    await open();
    fireEvent.keyDown(await handle("End"), { key: "Home" });
    expect(await secondsOf("End")).toBe("0.05");
    fireEvent.keyDown(await handle("End"), { key: "End" });
    expect(await secondsOf("End")).toBe("60");
    const left = { key: "ArrowLeft", shiftKey: true };
    fireEvent.keyDown(await handle("End"), left);
    fireEvent.keyDown(await handle("End"), { ...left, repeat: true });
    expect(await secondsOf("End")).toBe("58");
    press("z", { ctrlKey: true });
    expect(await secondsOf("End")).toBe("60");
  });

  it("makes a removed part that is selected longer and shorter, but not at the ends of the film", async () => {
    await open();
    fireEvent.click(await button("Remove silences"));
    fireEvent.click(await button("Remove 1 silence"));
    choose(21);
    fireEvent.keyDown(await handle("Start of the removed part"), {
      key: "ArrowLeft",
      shiftKey: true,
    });
    expect(length()).toBe("0:57.3");
    fireEvent.keyDown(await handle("End of the removed part"), { key: "Home" });
    expect(length(), "an end before its start").toBe("0:57.3");
    const end = "End of the removed part";
    for (const key of ["ArrowRight", "ArrowRight"]) fireEvent.keyDown(await handle(end), { key });
    expect(await secondsOf(end), "a thirtieth of a second is no whole thousandth").toBe("21.916");
    fireEvent.keyDown(await handle(end), { key: "ArrowLeft" });
    fireEvent.keyDown(await handle(end), { key: "ArrowLeft" });
    expect(await secondsOf(end)).toBe("21.85");
    choose(5);
    press("Delete");
    choose(5);
    expect(screen.queryByRole("slider", { name: "Start of the removed part" })).toBeNull();
  });
});

describe("the bar over the timeline", () => {
  const isToolOff = async (name: string) => isOff(await button(name));

  it("zooms in and out to the whole film, and takes back what was done", async () => {
    await open();
    expect([await isToolOff("Zoom out"), await isToolOff("Zoom in")]).toEqual([true, false]);
    fireEvent.click(await button("Zoom in"));
    expect(await isToolOff("Zoom out")).toBe(false);
    press("-");
    press("-");
    expect(await isToolOff("Zoom out")).toBe(true);
    press("=");
    expect(await isToolOff("Zoom out"), "from the whole film, not from beyond it").toBe(false);
    for (let step = 1; step < 8; step++) press("+");
    expect(await isToolOff("Zoom in"), "a second is as wide as it may be").toBe(true);
    expect([await isToolOff("Undo"), await isToolOff("Redo")]).toEqual([true, true]);
    fireEvent.keyDown(await handle("Start"), { key: "ArrowRight", shiftKey: true });
    fireEvent.click(await button("Undo"));
    expect([await isToolOff("Undo"), await isToolOff("Redo")]).toEqual([true, false]);
    press("y", { ctrlKey: true });
    expect([await isToolOff("Undo"), await isToolOff("Redo")]).toEqual([false, true]);
  });

  it("says the moment as people will see it, and brings back the removed part that is there", async () => {
    await open();
    go(30);
    press("s");
    choose(10);
    press("Delete");
    go(40);
    expect(now(), "of the cut").toBe("0:10.0");
    await button("Delete");
    choose(10);
    go(40);
    fireEvent.click(await button("Bring back"));
    expect(length()).toBe("1:00.0");
  });

  it("ends the film at the moment that is shown", async () => {
    await open();
    go(30);
    press("o");
    expect([await secondsOf("Start"), await secondsOf("End")]).toEqual(["0", "30"]);
    fireEvent.click(await button("Bring back"));
    expect(length(), "the part that begins here").toBe("1:00.0");
  });

  it("plays and pauses, and pauses for a step by an arrow", async () => {
    await open();
    fireEvent.click(await button("Play"));
    await button("Pause");
    press("ArrowRight");
    await button("Play");
    press(" ");
    await button("Pause");
    press("ArrowLeft", { shiftKey: true });
    press("ArrowLeft", { shiftKey: true });
    expect(now(), "not before its beginning").toBe("0:00.0");
    expect(document.querySelector("video")?.currentTime).toBe(0);
  });
});

describe("the keys of the editor", () => {
  it("are those of a field, a layer or a button where the focus is in one", async () => {
    await open();
    const end = () => secondsOf("End");
    await handle("End");
    go(30);
    fireEvent.keyDown(await button("Play"), { key: " " });
    await button("Play");
    fireEvent.click(await button("Save a part as a new recording"));
    const title = await screen.findByRole("textbox", { name: "Title" });
    for (const place of [title, screen.getByRole("dialog")]) fireEvent.keyDown(place, { key: "o" });
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(await end()).toBe("60");
    for (const more of [{ altKey: true }, { metaKey: true }]) press("o", more);
    press("ArrowRight", { metaKey: true });
    expect([await end(), now()]).toEqual(["60", "0:30.0"]);
    const box = screen.getByRole("checkbox", { name: "Hide until it is ready" });
    fireEvent.keyDown(box, { key: "o" });
    expect(await end()).toBe("30");
  });

  it("save what was changed, as it was wished, once while it is sent", async () => {
    const answer = Promise.withResolvers<object>();
    const asked = await open({}, { [`PUT ${at}/edit`]: () => answer.promise });
    const put = () => asked.filter(([call]) => call === `PUT ${at}/edit`);
    const hides = await screen.findByRole("checkbox", { name: "Hide until it is ready" });
    for (const isOn of ["true", "false", "true"]) {
      fireEvent.click(screen.getByText("Hide until it is ready"));
      expect(hides.getAttribute("aria-checked")).toBe(isOn);
    }
    press("s", { ctrlKey: true });
    fireEvent.keyDown(await handle("End"), { key: "ArrowLeft", shiftKey: true });
    press("s", { metaKey: true });
    await button("Save");
    await expect.poll(() => put().length).toBe(1);
    press("s", { ctrlKey: true });
    const kept = [{ start: 0, end: 59 }];
    answer.resolve({ ...whole, kept, version: 2 });
    const off = ":disabled, [aria-disabled=true]";
    await expect.poll(async () => (await button("Save")).matches(off)).toBe(true);
    const body = { version: 1, kept, hide_until_ready: true };
    expect(put().map(([, sent]) => sent)).toEqual([body]);
  });

  it("leave hidden what was hidden before, until somebody chooses", async () => {
    const asked = await open({}, { [`PUT ${at}/edit`]: { ...whole, version: 2 } });
    fireEvent.keyDown(await handle("End"), { key: "ArrowLeft", shiftKey: true });
    press("s", { ctrlKey: true });
    const put = () => asked.filter(([call]) => call === `PUT ${at}/edit`);
    const body = { version: 1, kept: [{ start: 0, end: 59 }] };
    await expect.poll(() => put().map(([, sent]) => sent)).toEqual([body]);
  });
});
