// @vitest-environment happy-dom
import { act, cleanup, createEvent, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Folder } from "#contract/folders.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { LibraryPage } from "#web/features/recordings/library/library-page.tsx";
import { signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { fromMenu } from "./card-menu.ts";

beforeAll(loadToasts);
beforeEach(() => signIn({ token: "of-ada", user: ada }));
afterEach(() => {
  cleanup();
  signOut();
});

const idOf = (number: number) => `3f2b8a54-0d5e-4b7e-9f63-${String(number).padStart(12, "0")}`;
const folder = (number: number, name: string, parent: number | null, recordings = 0): Folder => ({
  id: idOf(number),
  name,
  parent_id: parent === null ? null : idOf(parent),
  recordings,
  created_at: "2026-11-20T10:00:00Z",
});
const [TALKS, AUTUMN, DEMOS] = [101, 102, 103];
const tree = [
  folder(TALKS, "Talks", null, 2),
  folder(AUTUMN, "Autumn", TALKS),
  folder(DEMOS, "Demos", null),
];
const recordings = [1, 2].map((n) => recordingWith({ id: idOf(n), filename: `Talk ${n}` }));

type Led = [LibraryAddress, boolean][];

function Library({ at, led }: { at: LibraryAddress; led: Led }) {
  const [address, setAddress] = useState(at);
  return (
    <TooltipGroup>
      <LibraryPage
        address={address}
        onAddress={(next, { replace }) => {
          led.push([next, replace]);
          setAddress(next);
        }}
        shareDialog={({ of, title }) => <p>{`Links of the ${of} ${title}`}</p>}
      />
    </TooltipGroup>
  );
}

/** The library with these folders at an address; says where it led, and what was changed. */
async function library(folders: Folder[], at: LibraryAddress = {}, more = {}) {
  const led: Led = [];
  const asked = answers({
    "GET /recordings": { recordings, total: 2, has_more: false },
    "GET /folders": { folders },
    "GET /config": {},
    "POST /recordings/batch": { done: recordings.map(({ id }) => id), refused: [] },
    ...more,
  });
  await renderInApp(<Library at={at} led={led} />, { asks: true });
  await screen.findByText("Talk 1");
  const changes = () => asked.filter(([call]) => !/^GET|media-token$/.test(call));
  return { led, changes };
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const item = async (menu: string, name: string) => {
  await press(menu);
  await userEvent.click(await screen.findByRole("menuitem", { name }));
};
const nav = (name: string) =>
  within(screen.getAllByRole("navigation", { name })[0] ?? document.body);
const searchOf = (link: HTMLElement) => new URL((link as HTMLAnchorElement).href).search; // it is a link
const dialog = (name: string) => screen.findByRole("dialog", { name });

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
    const remove = (_: unknown, query: URLSearchParams) => {
      sent.push(query.get("videos"));
      return { success: true };
    };
    const { led } = await library(
      tree,
      { folder: idOf(AUTUMN) },
      { [`DELETE /folders/${idOf(AUTUMN)}`]: remove },
    );
    await item("Folder Autumn", "Delete folder");
    await dialog("Delete the folder “Autumn”?");
    await press(button);
    await expect.poll(() => led).toEqual([[{ folder: idOf(TALKS), page: undefined }, true]]);
    expect(sent).toEqual([videos]);
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});

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
});
