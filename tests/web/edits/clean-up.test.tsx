// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { refusal } from "#tests/web/lib/answers.ts";
import { chooseShown } from "#tests/web/lib/choose.ts";
import { isOff } from "#tests/web/lib/off.ts";
import { at, button, length, press, show, transcriptOf } from "./an-editor.tsx";

afterEach(cleanup);

const panel = (name: string) => within(screen.getByRole("region", { name }));
const open = async (name: string) => {
  fireEvent.click(await button(name));
  return panel(name);
};

describe("what is found to be removed: silences", () => {
  it("are those of more than a second, or of what is chosen, as far as they are still there", async () => {
    const asked: (string | null)[] = [];
    await show(
      {},
      {
        [`GET ${at}/silences`]: (_body, query) => {
          asked.push(query.get("longer_than"));
          // One is shorter than the breath that stays.
          return { silences: [range(5, 5.2), range(20, 22), range(40, 43)] };
        },
      },
    );
    const silences = await open("Remove silences");
    await silences.findByText(/^2 silences, 4\.4 s in all/);
    expect(asked.at(-1)).toBe("1");
    fireEvent.click(await button("Remove 2 silences"));
    expect(length()).toBe("0:55.6");
    const again = await open("Remove silences");
    await again.findByText("There are no silences of this length.");
    fireEvent.click(again.getByRole("combobox"));
    await chooseShown("3 s");
    await expect.poll(() => asked.at(-1)).toBe("3");
  });

  it.each([
    ["not_measured", /still being measured/],
    ["not_measurable", /^The sound is lost$/],
    [undefined, /could not be found\. Try again\.$/],
  ])("are not known yet, or not at all: %s", async (code, words) => {
    const said = "The sound is lost";
    const body = code ? { error: said, message: said, code } : {};
    await show({}, { [`GET ${at}/silences`]: Response.json(body, { status: 409 }) });
    const silences = await open("Remove silences");
    await silences.findByText(words);
    expect(isOff(await button("Remove 0 silences"))).toBe(true);
  });

  it("close with Escape, which takes nothing else back", async () => {
    await show();
    fireEvent.pointerDown(await screen.findByRole("option", { name: "hello" }), { button: 0 });
    await open("Remove silences");
    fireEvent.keyDown(await button("Remove 1 silence"), { key: "Escape" });
    expect(screen.queryByRole("region", { name: "Remove silences" })).toBeNull();
    const isChosen = () => screen.queryByRole("option", { selected: true }) !== null;
    expect(isChosen()).toBe(true);
    press("Escape");
    expect(isChosen()).toBe(false);
  });

  it("have the keyboard as soon as they are shown, and leave the keys of an open list to it", async () => {
    await show();
    const silences = await open("Remove silences");
    const region = screen.getByRole("region", { name: "Remove silences" });
    expect(document.activeElement).toBe(region);
    fireEvent.click(silences.getByRole("combobox"));
    const option = await screen.findByRole("option", { name: "3 s" });
    fireEvent.keyDown(option, { key: "o" });
    fireEvent.keyDown(option, { key: "Escape" });
    expect(region.isConnected).toBe(true);
    expect(length()).toBe("1:00.0");
  });
});

describe("what is found to be removed: filler words", () => {
  const said = { [`GET ${at}/transcript`]: transcriptOf("So um hello", "you know um yes") };

  it("are ticked where they are sounds, and shown where they are said", async () => {
    await show({}, said);
    const fillers = await open("Remove filler words");
    const ticked = () =>
      fillers
        .getAllByRole("checkbox", { checked: true })
        .map((box) => box.getAttribute("aria-label"));
    const sounds = ["Remove um at 0:11.0", "Remove um at 0:15.0"];
    expect(ticked()).toEqual(sounds);
    fireEvent.click(fillers.getByRole("checkbox", { name: "Remove you know at 0:13.0" }));
    expect(ticked()).toHaveLength(3);
    fireEvent.click(fillers.getByRole("checkbox", { name: "Remove you know at 0:13.0" }));
    expect(ticked()).toEqual(sounds);
    fireEvent.click(fillers.getByRole("button", { name: "So um hello you know" }));
    within(screen.getByRole("toolbar")).getByText("0:10.0"); // a second before it
    fireEvent.click(await button("Remove 2 words"));
    const left = await open("Remove filler words");
    expect(left.getAllByRole("checkbox")).toHaveLength(1);
  });

  it("are not suggested where a part of them is gone already", async () => {
    await show({}, said);
    const know = await screen.findByRole("option", { name: "know" });
    fireEvent.pointerDown(know, { button: 0 });
    press("Delete");
    const fillers = await open("Remove filler words");
    expect(fillers.queryByRole("checkbox", { name: /you know/ })).toBeNull();
  });

  it("may be none", async () => {
    await show({}, { [`GET ${at}/transcript`]: transcriptOf("Hello") });
    const fillers = await open("Remove filler words");
    fillers.getByText("There are no filler words in what is said here.");
  });
});

describe("a part that becomes a recording of its own", () => {
  const path = `POST ${at}/parts`;

  it("is what is selected, else all that is kept, under the title that it is given", async () => {
    const asked = await show({ kept: [range(5, 50)] }, { [path]: refusal(409, "Not now") });
    fireEvent.click(await button("Save a part as a new recording"));
    const dialog = within(await screen.findByRole("dialog"));
    const title = dialog.getByRole<HTMLInputElement>("textbox", { name: "Title" });
    expect(title.value).toBe("How we ship");
    fireEvent.change(title, { target: { value: "The middle" } });
    fireEvent.click(dialog.getByRole("button", { name: "Save recording" }));
    const sent = () => asked.filter(([call]) => call === path).map(([, body]) => body);
    await expect.poll(sent).toEqual([{ start: 5, end: 50, title: "The middle" }]);
    fireEvent.click(dialog.getByRole("button", { name: "Close" }));
    fireEvent.pointerDown(await screen.findByRole("option", { name: "hello" }), { button: 0 });
    fireEvent.click(await button("Save a part as a new recording"));
    await screen.findByText(/^From 0:12\.0 to 0:12\.5, with its subtitles/);
  });

  it("has the server's word about its title beside the field", async () => {
    await show({}, { [path]: refusal(422, "Invalid", { title: "Too long" }) });
    fireEvent.click(await button("Save a part as a new recording"));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("button", { name: "Save recording" }));
    await dialog.findByText("Too long");
  });
});

function range(start: number, end: number) {
  return { start, end };
}
