// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { refusal } from "#tests/web/lib/answers.ts";
import { isOff } from "#tests/web/lib/off.ts";
import { config } from "#tests/web/subscriptions/world.ts";
import { at, button, handle, length, option, press, secondsOf, show, whole } from "./an-editor.tsx";

afterEach(cleanup);

describe("the editor", () => {
  it("is trimmed by its handles and by keys, and says how long it will be", async () => {
    await show();
    fireEvent.keyDown(await handle("End"), { key: "ArrowLeft" });
    expect(await secondsOf("End")).toBe("59.967");
    fireEvent.keyDown(await handle("Start"), { key: "ArrowRight", shiftKey: true });
    expect([await secondsOf("Start"), length()]).toEqual(["1", "0:58.9"]);
    press("ArrowRight", { shiftKey: true });
    press("ArrowRight", { shiftKey: true });
    press("i");
    expect(await secondsOf("Start")).toBe("3");
    press("z", { ctrlKey: true });
    expect(await secondsOf("Start")).toBe("1");
    press("z", { ctrlKey: true, shiftKey: true });
    expect(await secondsOf("Start")).toBe("3");
    press("z", { ctrlKey: true, isComposing: true });
    expect(await secondsOf("Start"), "a key of a word that is being composed").toBe("3");
    press("z", { ctrlKey: true, keyCode: 229 });
    expect(await secondsOf("Start"), "and the same in Safari").toBe("3");
    press("я", { code: "KeyZ", ctrlKey: true });
    expect(await secondsOf("Start"), "the same key of a Cyrillic keyboard").toBe("1");
  });

  it("plays by the space bar until it is left, and leaves buttons their own", async () => {
    await show();
    const silences = await button("Remove silences");
    expect(fireEvent.keyDown(silences, { key: " " }), "the button is pressed").toBe(true);
    expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
    press(" ");
    await button("Pause");
    const [film] = document.querySelectorAll("video");
    expect(film?.paused).toBe(false);
    cleanup();
    expect(film?.paused).toBe(true);
  });

  it("loses words that are selected, struck through, and gets them back by a click", async () => {
    await show();
    fireEvent.pointerDown(await option("um"), { button: 0 });
    press("Delete");
    const gone = await option("um, deleted");
    expect(length()).toBe("0:59.2");
    fireEvent.pointerDown(gone, { button: 0 });
    await option("um");
    expect(length()).toBe("1:00.0");
  });

  it("shows the silences before it takes them, and leaves a breath of each", async () => {
    await show();
    const marked = () => screen.getByTestId("timeline").querySelectorAll("[class*=bg-info]").length;
    fireEvent.click(await button("Remove silences"));
    await button("Remove 1 silence");
    await expect.poll(marked).toBe(1);
    fireEvent.click(await button("Cancel"));
    expect(marked(), "nothing is about to be removed any more").toBe(0);
    fireEvent.click(await button("Remove silences"));
    fireEvent.click(await button("Remove 1 silence"));
    expect(length()).toBe("0:58.3");
  });

  it("leaves no breath before the first word of all", async () => {
    await show({}, { [`GET ${at}/silences`]: { silences: [{ start: 0, end: 2 }] } });
    fireEvent.click(await button("Remove silences"));
    fireEvent.click(await button("Remove 1 silence"));
    expect(await secondsOf("Start")).toBe("1.85");
  });

  it("suggests filler words one by one, and takes those that are ticked", async () => {
    await show();
    fireEvent.click(await button("Remove filler words"));
    const list = within(screen.getByRole("region", { name: "Remove filler words" }));
    fireEvent.click(list.getByRole("checkbox"));
    expect(isOff(await button("Remove 0 words"))).toBe(true);
    fireEvent.click(list.getByRole("checkbox"));
    fireEvent.click(await button("Remove 1 word"));
    await option("um, deleted");
  });

  it("says when another was faster, and sends one's own over it only when asked to", async () => {
    const asked = await show({}, { [`PUT ${at}/edit`]: refusal(409, "Changed") });
    const put = () => asked.filter(([call]) => call === `PUT ${at}/edit`);
    const save = await button("Save");
    expect(isOff(save)).toBe(true);
    fireEvent.keyDown(await handle("Start"), { key: "ArrowRight", shiftKey: true });
    fireEvent.click(save);
    await expect.poll(() => put().length).toBe(1);
    expect(await secondsOf("Start")).toBe("1");
  });

  it("says before anything is saved that a server without ffmpeg cuts at key frames", async () => {
    for (const exact_cuts of [false, true]) {
      await show({}, {}, {}, { ...config, exact_cuts });
      const warning = () => screen.queryByText(/the cut is not exact/);
      await handle("Start");
      expect(warning()).toBeNull();
      fireEvent.keyDown(await handle("Start"), { key: "ArrowRight", shiftKey: true });
      await expect.poll(length).toBe("0:59.0");
      await expect.poll(() => warning() === null).toBe(exact_cuts);
      cleanup();
    }
  });

  it("says to people who wait that the owner's browser makes the cut, and to the owner what to do", async () => {
    const waiting = { status: "rendering", waits_for_owner: true } as const;
    const bare = { ...config, exact_cuts: false };
    await show(waiting, {}, {}, bare, false);
    await screen.findByText("The new film waits for the owner of this recording.");
    expect(screen.queryByRole("button", { name: "Cut at key frames" })).toBeNull();
    cleanup();
    const asked = await show(waiting, { [`PUT ${at}/edit`]: whole }, {}, bare);
    fireEvent.click(await button("Cut at key frames")); // nothing encodes here
    await expect.poll(() => asked.map(([call]) => call)).toContain(`PUT ${at}/edit`);
  });

  it("says that the recording is hidden already, and saves a choice only where one is made here", async () => {
    const asked = await show({ status: "rendering", hides: true }, { [`PUT ${at}/edit`]: whole });
    const hides = await screen.findByRole("checkbox", { name: "Hide until it is ready" });
    expect(hides.getAttribute("aria-checked")).toBe("true");
    fireEvent.keyDown(await handle("End"), { key: "ArrowLeft" });
    fireEvent.click(await button("Save"));
    const sent = () => asked.find(([call]) => call === `PUT ${at}/edit`)?.[1];
    await expect.poll(sent).toMatchObject({ version: 1 });
    expect(sent()).not.toHaveProperty("hide_until_ready");
  });

  it.each(["rendering", "failed"] as const)(
    "saves that a cut, %s, hides the recording no longer",
    async (status) => {
      const saved = { ...whole, version: 2 };
      const asked = await show({ status, hides: true }, { [`PUT ${at}/edit`]: saved });
      expect(isOff(await button("Save"))).toBe(true);
      fireEvent.click(await screen.findByText("Hide until it is ready"));
      fireEvent.click(await button("Save"));
      const sent = () => asked.find(([call]) => call === `PUT ${at}/edit`)?.[1];
      await expect.poll(sent).toMatchObject({ version: 1, hide_until_ready: false });
    },
  );

  it("has nothing to save where no cut is on its way that could be hidden", async () => {
    await show({ status: "ready" });
    fireEvent.click(await screen.findByText("Hide until it is ready"));
    const hides = screen.getByRole("checkbox", { name: "Hide until it is ready" });
    await expect
      .poll(() => hides.getAttribute("aria-checked"), { message: "by its words" })
      .toBe("true");
    expect(isOff(await button("Save"))).toBe(true);
  });

  it("offers the original while there is one, and its removal to the owner of a ready cut", async () => {
    const asked = await show({ status: "ready" }, { [`DELETE ${at}/edit`]: whole });
    await button("Remove for good");
    fireEvent.click(await button("Restore the original"));
    await expect.poll(() => asked.map(([call]) => call)).toContain(`DELETE ${at}/edit`);
    cleanup();
    await show({ status: "none", original_available: false });
    await handle("Start");
    expect(screen.queryByRole("button", { name: "Restore the original" })).toBeNull();
  });

  it("says why there is nothing to edit, or not yet", async () => {
    await show({}, {}, { status: "processing" });
    expect(screen.getByText("This recording is still being prepared")).toBeDefined();
    cleanup();
    await show({}, { [`GET ${at}/edit`]: refusal(404, "No") });
    expect(await screen.findByText("There is nothing to edit here")).toBeDefined();
    cleanup();
    await show({}, {}, { moving: { to: "s3", percent: 10, failed: null } });
    expect(await screen.findByText(/A cut can be saved once it has arrived/)).toBeDefined();
  });
});
