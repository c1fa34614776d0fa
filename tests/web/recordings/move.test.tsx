// @vitest-environment happy-dom
import { act, createEvent, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { refusal } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import { fromMenu } from "./card-menu.ts";
import {
  AUTUMN,
  DEMOS,
  dialog,
  folder,
  idOf,
  library,
  nav,
  press,
  TALKS,
  tree,
} from "./with-folders.tsx";

signedInAsAda();

describe("recordings", () => {
  it("are moved by their menu: to a folder that is there, first of all the one that is shown", async () => {
    const { changes } = await library(tree, { folder: idOf(DEMOS) });
    await fromMenu("Talk 2", "Move to folder");
    await dialog("Move 1 recording");
    expect(screen.getByLabelText("Folder").textContent).toBe("Demos");
    await choose("Folder", "Talks / Autumn");
    await userEvent.type(screen.getByLabelText("New folder in it"), "  ");
    await press("Move");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    const move = { ids: [idOf(2)], act: "move", folder_id: idOf(AUTUMN) };
    expect(changes()).toEqual([["POST /recordings/batch", move]]);
  });

  it("are taken out of a folder, into none", async () => {
    const { changes } = await library(tree, { folder: idOf(DEMOS) });
    await fromMenu("Talk 1", "Move to folder");
    await dialog("Move 1 recording");
    await choose("Folder", "No folder");
    await press("Move");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    const move = { ids: [idOf(1)], act: "move", folder_id: null };
    expect(changes()).toEqual([["POST /recordings/batch", move]]);
  });

  it("are moved into the first folder, which is made at the top", async () => {
    const made = folder(104, "Winter", null);
    const { changes } = await library([], {}, { "POST /folders": made });
    await fromMenu("Talk 1", "Move to folder");
    await dialog("Move 1 recording");
    expect(screen.getByLabelText("Folder").textContent).toBe("No folder");
    await userEvent.type(screen.getByLabelText("New folder in it"), "Winter");
    await press("Move");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(changes()).toEqual([
      ["POST /folders", { name: "Winter", parent_id: null }],
      ["POST /recordings/batch", { ids: [idOf(1)], act: "move", folder_id: made.id }],
    ]);
  });

  it("that are selected are moved together, into a new folder, and then are not selected", async () => {
    const made = folder(104, "Winter", TALKS);
    const { changes } = await library(tree, {}, { "POST /folders": made });
    await userEvent.click(screen.getByLabelText("Select Talk 1"));
    await userEvent.click(screen.getByLabelText("Select Talk 2"));
    await fromMenu("Talk 2", "Move to folder");
    await dialog("Move 2 recordings");
    expect(screen.getByLabelText("Folder").textContent).toBe("Talks");
    await userEvent.type(screen.getByLabelText("New folder in it"), "Winter");
    await press("Move");
    await expect.poll(() => screen.queryByRole("toolbar")).toBeNull();
    expect(changes()).toEqual([
      ["POST /folders", { name: "Winter", parent_id: idOf(TALKS) }],
      ["POST /recordings/batch", { ids: [idOf(1), idOf(2)], act: "move", folder_id: made.id }],
    ]);
  });

  it("that were not moved into a folder that was made are moved into it, and none is made again", async () => {
    const made = folder(104, "Winter", null);
    const folders = [...tree];
    const answers = [refusal(409, "Not now"), { done: [idOf(1)], refused: [] }];
    const { changes } = await library(
      folders,
      {},
      {
        "POST /folders": () => {
          folders.push(made);
          return made;
        },
        "POST /recordings/batch": () => answers.shift(),
      },
    );
    await fromMenu("Talk 1", "Move to folder");
    await userEvent.type(await screen.findByLabelText("New folder in it"), "Winter");
    await press("Move");
    const isMoving = () => screen.getByRole("button", { name: "Move" }).getAttribute("aria-busy");
    await expect.poll(() => screen.getByLabelText("Folder").textContent).toBe("Winter");
    await expect.poll(isMoving).not.toBe("true");
    await press("Move");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    const move = { ids: [idOf(1)], act: "move", folder_id: made.id };
    expect(changes()).toEqual([
      ["POST /folders", { name: "Winter", parent_id: idOf(TALKS) }],
      ["POST /recordings/batch", move],
      ["POST /recordings/batch", move],
    ]);
  });

  it("stay where a new folder is refused, which is said at its name", async () => {
    const wrong = refusal(409, "No", { name: "There is a folder of this name" });
    const { changes } = await library(tree, {}, { "POST /folders": wrong });
    await fromMenu("Talk 2", "Move to folder");
    await userEvent.type(await screen.findByLabelText("New folder in it"), "Talks");
    await press("Move");
    await screen.findByText("There is a folder of this name");
    expect(changes().map(([call]) => call)).toEqual(["POST /folders"]);
  });

  const carry = (data: Record<string, string>) => ({
    types: Object.keys(data),
    getData: (type: string) => data[type] ?? "",
    setData: (type: string, value: string) => (data[type] = value),
  });

  it("are dropped on a folder, and a folder on another or on the top; nothing else is taken", async () => {
    const call = `PATCH /folders/${idOf(AUTUMN)}`;
    const { changes } = await library(tree, {}, { [call]: folder(AUTUMN, "Autumn", DEMOS) });
    const [top, talks, autumn, demos] = nav("Folders").getAllByRole("link");
    if (!top || !talks || !autumn || !demos) throw new Error("folders are missing");
    const drag = (from: Element, to: Element) => {
      const dataTransfer = carry({});
      fireEvent.dragStart(from, { dataTransfer });
      fireEvent.dragOver(to, { dataTransfer });
      fireEvent.drop(to, { dataTransfer });
    };
    await userEvent.click(screen.getByLabelText("Select Talk 1"));
    const card = screen.getByText("Talk 1").closest("li");
    if (!card) throw new Error("no card");
    drag(card, demos);
    await expect.poll(() => screen.queryByRole("toolbar")).toBeNull();
    drag(autumn, autumn);
    drag(autumn, demos);
    await expect.poll(changes).toHaveLength(2);
    drag(autumn, top);
    await expect.poll(changes).toHaveLength(3);
    expect(changes()).toEqual([
      ["POST /recordings/batch", { ids: [idOf(1)], act: "move", folder_id: idOf(DEMOS) }],
      [call, { parent_id: idOf(DEMOS) }],
      [call, { parent_id: null }],
    ]);
    const over = (types: Record<string, string>) => {
      const event = createEvent.dragOver(talks, { dataTransfer: carry(types) });
      act(() => void talks.dispatchEvent(event));
      return [event.defaultPrevented, talks.className.includes("outline-focus")];
    };
    expect(over({ "text/plain": "words" })).toEqual([false, false]);
    expect(over({ "application/x-kinora": "{}" })).toEqual([true, true]);
    fireEvent.dragLeave(talks);
    expect(talks.className).not.toContain("outline-focus");
  });

  it("stay where something else is dropped, which is left to the browser", async () => {
    const { changes } = await library(tree);
    const [top, talks] = nav("Folders").getAllByRole("link");
    if (!top || !talks) throw new Error("folders are missing");
    const drop = (data: Record<string, string>) => {
      const event = createEvent.drop(talks, { dataTransfer: carry(data) });
      act(() => void talks.dispatchEvent(event));
      return event.defaultPrevented;
    };
    expect(drop({ "text/plain": "words" })).toBe(false);
    const dragged = {};
    fireEvent.dragStart(top, { dataTransfer: carry(dragged) });
    expect(dragged, "all recordings are no folder").toEqual({});
    expect(changes()).toEqual([]);
    expect(drop({ "application/x-kinora": JSON.stringify({ recordings: [idOf(1)] }) })).toBe(true);
    await expect.poll(changes).toHaveLength(1);
  });
});
