// @vitest-environment happy-dom
import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { refusal } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import {
  AUTUMN,
  all,
  DEMOS,
  dialog,
  folder,
  idOf,
  item,
  library,
  nav,
  press,
  TALKS,
  tree,
} from "./with-folders.tsx";

signedInAsAda();

const searchOf = (link: HTMLElement) => new URL((link as HTMLAnchorElement).href).search; // it is a link

describe("folders beside the library", () => {
  it.each([
    ["the first at the top", [], undefined],
    ["others in the one that is shown", tree, idOf(TALKS)],
  ])("are made from the view: %s", async (_, folders, shown) => {
    const made = folder(104, "Winter", null);
    const { changes } = await library(folders, { folder: shown }, { "POST /folders": made });
    expect(screen.queryAllByRole("navigation", { name: "Folders" }).length > 0).toBe(!!shown);
    await item("View: Newest first", "New folder");
    await dialog("New folder");
    await userEvent.type(screen.getByLabelText("Name"), "Winter{Enter}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(changes()).toEqual([["POST /folders", { name: "Winter", parent_id: shown ?? null }]]);
  });

  it("each lead into themselves, from the first page on, and say how much lies in them", async () => {
    await library(tree, { folder: idOf(AUTUMN), page: 2, sort: "title" });
    const links = nav("Folders").getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual([
      ...["All recordings", "Talks2", "Autumn0", "Demos0"],
    ]);
    expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([
      null,
      null,
      "page",
      null,
    ]);
    expect(links.slice(0, 2).map(searchOf)).toEqual([
      "?sort=title",
      `?folder=${idOf(TALKS)}&sort=title`,
    ]);
  });

  it("name the way down to the one that is shown", async () => {
    await library(tree, { folder: idOf(AUTUMN), page: 2 });
    expect(
      nav("Path")
        .getAllByRole("listitem")
        .map((step) => step.textContent),
    ).toEqual([...["All recordings", "Talks", "Autumn"]]);
    expect(nav("Path").getAllByRole("link").map(searchOf)).toEqual(["", `?folder=${idOf(TALKS)}`]);
  });

  it("lead back to all where the one in the address is gone", async () => {
    const { led } = await library(tree, { folder: idOf(9), sort: "title" });
    await expect
      .poll(() => led)
      .toEqual([[{ folder: undefined, page: undefined, sort: "title" }, true]]);
  });

  it("are shared, renamed and moved; none can be moved into itself or what lies in it", async () => {
    const changed = folder(TALKS, "Tales", null);
    const { changes } = await library(
      tree,
      { folder: idOf(TALKS) },
      { [`PATCH /folders/${idOf(TALKS)}`]: changed },
    );
    await item("Folder Talks", "Share folder");
    expect(screen.getByText("Links of the folder Talks")).toBeDefined();
    await item("Folder Talks", "Rename folder");
    await dialog("Rename folder");
    expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Talks");
    await userEvent.clear(screen.getByLabelText("Name"));
    await userEvent.type(screen.getByLabelText("Name"), "Tales{Enter}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    await item("Folder Talks", "Move folder");
    await dialog("Move the folder “Talks”");
    await userEvent.click(screen.getByLabelText("Folder"));
    const places = () => screen.getAllByRole("option").map((place) => place.textContent);
    await expect.poll(places).toEqual(["No folder", "Demos"]);
    await userEvent.click(screen.getByRole("option", { name: "Demos" }));
    await press("Move");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    const call = `PATCH /folders/${idOf(TALKS)}`;
    expect(changes()).toEqual([
      [call, { name: "Tales" }],
      [call, { parent_id: idOf(DEMOS) }],
    ]);
  });

  it("that lie in others are moved to the top", async () => {
    const call = `PATCH /folders/${idOf(AUTUMN)}`;
    const moved = folder(AUTUMN, "Autumn", null);
    const { changes } = await library(tree, { folder: idOf(AUTUMN) }, { [call]: moved });
    await item("Folder Autumn", "Move folder");
    await dialog("Move the folder “Autumn”");
    expect(screen.getByLabelText("Folder").textContent).toBe("Talks");
    await choose("Folder", "No folder");
    await press("Move");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    expect(changes()).toEqual([[call, { parent_id: null }]]);
  });

  it("say at the name what is wrong with it", async () => {
    const wrong = refusal(409, "No", { name: "There is a folder of this name" });
    await library(tree, { folder: idOf(TALKS) }, { [`PATCH /folders/${idOf(TALKS)}`]: wrong });
    await item("Folder Talks", "Rename folder");
    await userEvent.type(await screen.findByLabelText("Name"), "{Enter}");
    const field = screen.getByLabelText("Name");
    await expect.poll(() => field.getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByText("There is a folder of this name")).toBeDefined();
  });

  it.each([
    ["Delete with recordings", "trash"],
    ["Delete and keep recordings", "up"],
  ])("are deleted, and the one above is shown: %s", async (button, videos) => {
    const sent: (string | null)[] = [];
    const listed = Promise.withResolvers<object>();
    let left = tree;
    const remove = (_: unknown, query: URLSearchParams) => {
      sent.push(query.get("videos"));
      left = tree.filter(({ id }) => id !== idOf(AUTUMN));
      return { success: true };
    };
    const { led } = await library(
      tree,
      { folder: idOf(AUTUMN) },
      {
        [`DELETE /folders/${idOf(AUTUMN)}`]: remove,
        "GET /folders": () => ({ folders: left }),
        "GET /recordings": () => (left === tree ? all : listed.promise),
      },
    );
    await item("Folder Autumn", "Delete folder");
    await dialog("Delete the folder “Autumn”?");
    await press(button);
    // The folder is gone from the page before the recordings are read anew.
    await expect.poll(() => nav("Folders").queryByText("Autumn")).toBeNull();
    listed.resolve(all);
    await expect.poll(() => led).toEqual([[{ folder: idOf(TALKS), page: undefined }, true]]);
    expect(sent).toEqual([videos]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("at the top are deleted, and all recordings are shown", async () => {
    const gone = { [`DELETE /folders/${idOf(DEMOS)}`]: { success: true } };
    const { led } = await library(tree, { folder: idOf(DEMOS), sort: "title" }, gone);
    await item("Folder Demos", "Delete folder");
    await dialog("Delete the folder “Demos”?");
    await press("Delete and keep recordings");
    const all = { folder: undefined, page: undefined, sort: "title" };
    await expect.poll(() => led).toEqual([[all, true]]);
  });
});
