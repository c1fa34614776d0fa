// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { at, button, length, option, press, show, transcriptOf } from "./an-editor.tsx";

afterEach(cleanup);

/** Words of half a second, one each second from the tenth; the last two in a cue of their own. */
const said = { [`GET ${at}/transcript`]: transcriptOf("So um hello", "dear you") };
const point = async (name: string, more = {}) =>
  fireEvent.pointerDown(await option(name), { button: 0, ...more });
const list = () => screen.getByRole("listbox", { name: "Words" });
const key = (key: string, more = {}) => fireEvent.keyDown(list(), { key, ...more });
const chosen = () =>
  screen.getAllByRole("option", { selected: true }).map(({ textContent }) => textContent.trim());
const struck = () =>
  screen.queryAllByRole("option", { name: /, deleted$/ }).map(({ textContent }) => textContent);

describe("the words of the film", () => {
  it("are marked by a press, on to another with Shift, and by nothing but the first button", async () => {
    await show({}, said);
    await point("um");
    expect(chosen()).toEqual(["um"]);
    await point("dear", { button: 2 });
    expect(chosen()).toEqual(["um"]);
    await point("dear", { shiftKey: true });
    expect(chosen()).toEqual(["um", "hello", "dear"]);
    await point("So", { shiftKey: true });
    expect(chosen(), "from where it began").toEqual(["So", "um"]);
    within(screen.getByRole("toolbar")).getByText("0:10.0"); // the first of them, however it was marked
  });

  it("are marked by a mouse that goes on, and only while it is pressed", async () => {
    await show({}, said);
    await point("um");
    const over = async (name: string, more: object) =>
      fireEvent.pointerMove(await option(name), { pointerType: "mouse", ...more });
    await over("dear", { buttons: 0 });
    expect(chosen()).toEqual(["um"]);
    await over("dear", { buttons: 1 });
    expect(chosen()).toEqual(["um", "hello", "dear"]);
  });

  it("stay as they are under a finger that scrolls, and come back by one that is lifted there", async () => {
    await show({}, said);
    await point("um");
    press("Delete");
    const finger = { button: 0, pointerType: "touch" };
    const gone = await option("um, deleted");
    fireEvent.pointerDown(gone, finger);
    fireEvent.pointerCancel(gone, finger);
    expect(struck()).toHaveLength(1);
    fireEvent.pointerDown(gone, finger);
    fireEvent.pointerUp(gone, finger);
    expect(struck()).toEqual([]);
  });

  it("are marked by a finger from one to the next that it presses, and then anew", async () => {
    await show({}, said);
    const tap = async (name: string) =>
      fireEvent.pointerUp(await option(name), { button: 0, pointerType: "touch" });
    await tap("um");
    expect(chosen()).toEqual(["um"]);
    await tap("dear");
    expect(chosen()).toEqual(["um", "hello", "dear"]);
    await tap("hello");
    expect(chosen()).toEqual(["hello"]);
    await tap("So");
    expect(chosen()).toEqual(["So", "um", "hello"]);
    press("Delete");
    await expect.poll(struck).toHaveLength(3);
    await tap("you");
    expect(chosen(), "nothing was marked before").toEqual(["you"]);
  });

  it("are gone through by arrows, to the first and the last, and marked with Shift", async () => {
    await show({}, said);
    await point("um");
    key("ArrowRight");
    expect(chosen()).toEqual(["hello"]);
    key("End");
    key("ArrowRight");
    expect(chosen()).toEqual(["you"]);
    key("ArrowLeft", { shiftKey: true });
    key("ArrowLeft", { shiftKey: true });
    expect(chosen()).toEqual(["hello", "dear", "you"]);
    key("Home");
    expect(chosen()).toEqual(["So"]);
    expect(list().getAttribute("aria-activedescendant")).toBe(chosenId());
  });

  it("come back as the whole run that was deleted, by a press or by Enter", async () => {
    await show({}, said);
    const run = async () => {
      await point("um");
      await point("dear", { shiftKey: true });
      press("Delete");
      await expect.poll(struck).toHaveLength(3);
    };
    await run();
    await point("hello, deleted");
    await expect.poll(struck).toEqual([]);
    expect(length()).toBe("1:00.0");
    await run();
    await point("So");
    key("ArrowRight");
    key("Enter");
    await expect.poll(struck).toEqual([]);
    await run();
    await point("um, deleted", { shiftKey: true });
    expect(struck(), "marked, and not brought back").toHaveLength(3);
  });

  it("stand in their cues, of which the one that is said is marked", async () => {
    await show({}, said);
    await point("dear");
    const playing = () => screen.getByRole("group", { name: "0:13" }).dataset.playing;
    expect([playing(), screen.getByRole("group", { name: "0:10" }).dataset.playing]).toEqual([
      "true",
      undefined,
    ]);
    await point("you", { shiftKey: true });
    await point("So");
    expect(playing()).toBeUndefined();
  });

  it("can be selected as soon as there are any, and until then the page says so", async () => {
    await show({}, { [`GET ${at}/transcript`]: transcriptOf() });
    await screen.findByText(/With a transcript you can cut by words/);
    await button("Remove silences");
    expect(screen.queryByRole("button", { name: "Remove filler words" })).toBeNull();
  });
});

const chosenId = () => screen.getByRole("option", { selected: true }).id;
