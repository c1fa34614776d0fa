// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Cue } from "#contract/subtitles.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { placeOfVideo, subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { SubtitleEditor } from "#web/features/subtitles/editor/subtitle-editor.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(cleanup);

const lines: Cue[] = [
  { start: 1, end: 3, text: "Hello there" },
  { start: 3.5, end: 5, text: "How are you?" },
];
const subtitle = withCues(subtitleWith({ version: 4 }), ...lines);
const path = `/recordings/${subtitle.recording_id}/subtitles/${subtitle.id}`;

let place: ReturnType<typeof placeOfVideo>;
let mayLeave: { current: () => Promise<boolean> };
async function show(cues = lines) {
  cleanup();
  place = placeOfVideo();
  mayLeave = { current: async () => true };
  await renderInApp(
    <SubtitleEditor {...{ place, mayLeave }} subtitle={withCues(subtitle, ...cues)} />,
  );
}
beforeEach(() => show());

const line = (number: number) => screen.getByLabelText<HTMLTextAreaElement>(`Line ${number}`);
const texts = () =>
  screen.queryAllByLabelText<HTMLTextAreaElement>(/^Line \d+$/).map(({ value }) => value);
const time = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const write = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const refused = () => screen.getAllByRole("status").map(({ textContent }) => textContent);
const key = (key: string, held: object) => fireEvent.keyDown(line(1), { key, ...held });

describe("the times of a line", () => {
  it("are taken with Enter, and by leaving the field", () => {
    write(time("Line 1 begins"), "0:02");
    expect(time("Line 1 begins").value).toBe("0:02");
    fireEvent.keyDown(time("Line 1 begins"), { key: "Enter" });
    expect(time("Line 1 begins").value).toBe("0:02.000");
    write(time("Line 1 ends"), "3,25");
    fireEvent.blur(time("Line 1 ends"));
    expect([time("Line 1 begins").value, time("Line 1 ends").value]).toEqual([
      "0:02.000",
      "0:03.250",
    ]);
  });

  it("stay as they were after Escape, where there is no time, and where one is refused", () => {
    const field = () => time("Line 2 begins");
    write(field(), "0:04");
    fireEvent.keyDown(field(), { key: "Escape" });
    expect(field().value).toBe("0:03.500");
    write(field(), "soon");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    fireEvent.blur(field());
    expect(field().value).toBe("0:03.500");
    expect(field().getAttribute("aria-invalid")).toBeNull();
    write(field(), "2");
    fireEvent.blur(field());
    expect(field().value).toBe("0:03.500");
    expect(refused()).toContain("This would overlap the line before");
    expect(isOff(button("Undo"))).toBe(true);
    write(line(2), "Fine");
    expect(refused()).not.toContain("This would overlap the line before");
  });
});

describe("the lines", () => {
  it("are written, taken back and done again, and what can be is offered", () => {
    const offered = () => ["Undo", "Redo"].map((name) => !isOff(button(name)));
    expect(offered()).toEqual([false, false]);
    write(line(1), "Hi");
    expect(offered()).toEqual([true, false]);
    press("Undo");
    expect(texts()).toEqual(["Hello there", "How are you?"]);
    expect(offered()).toEqual([false, true]);
    press("Redo");
    expect(texts()).toEqual(["Hi", "How are you?"]);
  });

  it("are split where the caret stands, which then is in the second part", () => {
    line(1).setSelectionRange(5, 5);
    press("Split line 1");
    expect(texts()).toEqual(["Hello", "there", "How are you?"]);
    expect(document.activeElement).toBe(line(2));
    expect([line(2).selectionStart, line(2).selectionEnd]).toEqual([0, 0]);
  });

  it("are split by a key at the moment that is shown", () => {
    act(() => place.clock.tell(1.5));
    line(1).setSelectionRange(5, 5);
    expect(key("Enter", { ctrlKey: true }), "no line break of the field's own").toBe(false);
    expect(time("Line 1 ends").value).toBe("0:01.500");
  });

  it("are joined with the next, which the last cannot be, and deleted", () => {
    expect(isOff(button("Join line 2 with the next"))).toBe(true);
    press("Join line 1 with the next");
    expect(texts()).toEqual(["Hello there How are you?"]);
    press("Delete line 1");
    expect(texts()).toEqual([]);
    expect(screen.getByText(/^There are no lines/)).toBeDefined();
    act(() => place.clock.tell(2));
    press("Add line here");
    expect(time("Line 1 begins").value).toBe("0:02.000");
    expect(screen.queryByText(/^There are no lines/)).toBeNull();
  });

  it("are joined with the next also where the next is drawn in another part of the list", async () => {
    const many = Array.from({ length: 21 }, (_, n) => ({ start: n, end: n + 0.5, text: `${n}` }));
    await show(many);
    expect(isOff(button("Join line 20 with the next"))).toBe(false);
    press("Join line 20 with the next");
    expect(line(20).value).toBe("19 20");
  });

  it("are all shifted by as much as is typed, half a second unless it is", () => {
    const begins = () => [1, 2].map((number) => time(`Line ${number} begins`).value);
    press("All lines earlier");
    expect(begins()).toEqual(["0:00.500", "0:03.000"]);
    write(screen.getByLabelText("Seconds to shift all lines by"), "2");
    press("All lines later");
    expect(begins()).toEqual(["0:02.500", "0:05.000"]);
    write(screen.getByLabelText("Seconds to shift all lines by"), "");
    press("All lines later");
    expect(begins()).toEqual(["0:02.500", "0:05.000"]);
  });

  it("lead to their moment, and the one that plays stays where it plays", () => {
    const playing = () => [1, 2].map((number) => line(number).closest("[aria-current]") !== null);
    expect(playing()).toEqual([false, false]);
    fireEvent.click(line(2));
    expect(place.jumps).toEqual([3.5]);
    act(() => place.clock.tell(4));
    expect(playing()).toEqual([false, true]);
    fireEvent.click(line(2));
    expect(place.jumps).toEqual([3.5]);
    fireEvent.click(line(1));
    expect(place.jumps).toEqual([3.5, 1]);
  });
});

describe("unsaved lines", () => {
  const put = `PUT ${path}`;
  const stored = (text: string, version: number) => {
    const cues = [{ start: 1, end: 3, text }, ...lines.slice(1)];
    return { ...withCues(subtitle, ...cues), version };
  };
  const sent = (text: string, version?: number) => [
    put,
    { cues: stored(text, 0).cues, ...(version !== undefined && { version }) },
  ];

  it("are saved once, by button or key, from the version that was read and then the next", async () => {
    const { promise, resolve } = Promise.withResolvers<object>();
    const asked = answers({ [put]: () => promise });
    expect(isOff(button("Saved"))).toBe(true);
    key("s", { ctrlKey: true });
    write(line(1), "Hi");
    press("Save");
    await expect.poll(() => button("Save").getAttribute("aria-busy")).toBe("true");
    press("Save");
    key("s", { ctrlKey: true });
    resolve(stored("Hi", 5));
    await expect.poll(() => screen.queryByRole("button", { name: "Saved" })).not.toBeNull();
    write(line(1), "Hi again");
    key("S", { metaKey: true });
    await expect.poll(() => asked).toEqual([sent("Hi", 4), sent("Hi again", 5)]);
    await expect.poll(() => screen.queryByRole("button", { name: "Saved" })).not.toBeNull();
    write(line(1), "Hi for good");
    key("ы", { code: "KeyS", ctrlKey: true }); // of a Cyrillic keyboard
    await expect.poll(() => asked).toContainEqual(sent("Hi for good", 5));
  });

  it("play and pause by a key, which writes no letter", () => {
    expect(key("˚", { altKey: true, code: "KeyK" })).toBe(false);
    expect(place.toggles).toHaveLength(1);
    expect(key("k", { code: "KeyK" })).toBe(true);
    expect(place.toggles).toHaveLength(1);
  });

  it("are left after asking, and without where nothing is unsaved", async () => {
    expect(await mayLeave.current()).toBe(true);
    write(line(1), "Hi");
    for (const [answer, leaves] of [
      ["Cancel", false],
      ["Confirm", true],
    ] as const) {
      const leaving = mayLeave.current();
      const dialog = await screen.findByRole("alertdialog", { name: "Leave without saving?" });
      fireEvent.click(within(dialog).getByRole("button", { name: answer }));
      expect(await leaving).toBe(leaves);
      await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    }
    press("Undo");
    expect(await mayLeave.current()).toBe(true);
  });

  describe("that somebody else was faster with", () => {
    beforeEach(async () => {
      answers({ [put]: refusal(409, "Changed") });
      write(line(1), "Hi");
      press("Save");
      await screen.findByRole("dialog", { name: "Somebody else saved these subtitles" });
    });
    const isAsked = () => screen.queryByRole("dialog") !== null;

    it("stay in the editor, unsaved, where one goes on", async () => {
      press("Keep editing");
      await expect.poll(isAsked).toBe(false);
      expect(texts()[0]).toBe("Hi");
      expect(isOff(button("Save"))).toBe(false);
    });

    it("are written over theirs, whatever their version", async () => {
      const asked = answers({ [put]: stored("Hi", 9) });
      press("Save over theirs");
      await expect.poll(isAsked).toBe(false);
      expect(asked).toEqual([sent("Hi")]);
      expect(isOff(button("Saved"))).toBe(true);
    });

    it("are dropped for theirs", async () => {
      answers({ [`GET ${path}`]: stored("Theirs", 9) });
      press("Load theirs, drop mine");
      await expect.poll(() => texts()[0]).toBe("Theirs");
      expect(isAsked()).toBe(false);
    });
  });

  it("that could not be saved stay so, and nobody is asked about another's", async () => {
    answers({ [put]: refusal(507, "There is no room") });
    write(line(1), "Hi");
    press("Save");
    await screen.findByText("There is no room");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(texts()[0]).toBe("Hi");
    expect(isOff(button("Save"))).toBe(false);
  });
});
