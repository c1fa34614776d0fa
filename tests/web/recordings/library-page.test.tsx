// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { Batch } from "#contract/trash.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
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
  vi.unstubAllGlobals();
});

const idOf = (number: number) => `3f2b8a54-0d5e-4b7e-9f63-${String(number).padStart(12, "0")}`;
const talk = (number: number) =>
  recordingWith({
    id: idOf(number),
    filename: `Talk ${String(number).padStart(2, "0")}`,
    matches: number === 3 ? [{ at_seconds: 4, text: "the red button" }] : [],
  });

interface Shown {
  at: LibraryAddress;
  steps: [LibraryAddress, { replace: boolean }][];
  where: { go: (address: LibraryAddress) => void };
}

function Library({ at, steps, where }: Shown) {
  const [address, setAddress] = useState(at);
  where.go = setAddress;
  return (
    <TooltipGroup>
      <LibraryPage
        address={address}
        onAddress={(next, how) => {
          steps.push([next, how]);
          setAddress(next);
        }}
        shareDialog={({ title }, onClose) => (
          <button type="button" onClick={onClose}>{`Links of ${title}`}</button>
        )}
      />
    </TooltipGroup>
  );
}

/** The library of somebody with so many talks, as the server knows it, and the page at an address. */
async function library(count: number, at: LibraryAddress = {}) {
  const server = {
    talks: Array.from({ length: count }, (_, index) => talk(index + 1)),
    isAway: false,
    kept: new Set<string>(),
    held: Promise.resolve(),
  };
  const lists: string[] = [];
  const asked = answers({
    "GET /recordings": async (_body, query) => {
      lists.push(query.toString());
      await server.held;
      if (server.isAway) return refusal(503, "Away");
      const search = query.get("search")?.toLowerCase() ?? "";
      const found = server.talks.filter(
        ({ filename, matches }) =>
          filename.toLowerCase().includes(search) ||
          matches.some(({ text }) => text.includes(search)),
      );
      const end = Number(query.get("offset")) + Number(query.get("limit"));
      const recordings = found.slice(Number(query.get("offset")), end);
      return { recordings, total: found.length, has_more: found.length > end };
    },
    "GET /config": {},
    "GET /folders": { folders: [] },
    "POST /recordings/batch": (body) => {
      const { ids } = Batch.parse(body);
      const meant = server.talks.filter(({ id }) => ids.includes(id));
      const kept = meant.filter(({ id }) => server.kept.has(id));
      server.talks = server.talks.filter((one) => !meant.includes(one) || kept.includes(one));
      return {
        done: meant.filter((one) => !kept.includes(one)).map(({ id }) => id),
        refused: kept.map(({ id, filename }) => ({ id, error: `${filename} is being moved.` })),
      };
    },
  });
  const steps: Shown["steps"] = [];
  const where = { go: (_address: LibraryAddress) => {} };
  await renderInApp(<Library {...{ at, steps, where }} />, { asks: true });
  const deleted = () =>
    asked.filter(([call]) => call === "POST /recordings/batch").map(([, body]) => body);
  return { server, lists, steps, deleted, go: (to: LibraryAddress) => act(() => where.go(to)) };
}

const cards = () => [...document.querySelectorAll("[data-card]")].map((card) => card.textContent);
const first = (count: number) => Array.from({ length: count }, (_, i) => talk(i + 1).filename);
const shows = (names: string[]) => expect.poll(cards).toEqual(names);
const search = () => screen.getByLabelText<HTMLInputElement>("Search recordings");
const type = (text: string) => fireEvent.change(search(), { target: { value: text } });
const view = async (choice: string) => {
  await userEvent.click(screen.getByLabelText(/^View: /));
  await userEvent.click(await screen.findByRole("menuitemradio", { name: choice }));
};
const press = (label: string) => userEvent.click(screen.getByLabelText(label));
describe("the pages of the library", () => {
  it("are ten videos each, and the next is read ahead as long as there is one", async () => {
    const { lists, steps } = await library(12);
    await shows(first(10));
    await expect.poll(() => lists).toEqual(["limit=10&offset=0", "limit=10&offset=10"]);
    await press("Next page");
    await shows(["Talk 11", "Talk 12"]);
    await press("Page 1");
    await shows(first(10));
    expect(steps).toEqual([
      [{ page: 2 }, { replace: false }],
      [{ page: undefined }, { replace: false }],
    ]);
    expect(lists.filter((list) => list.includes("offset=20"))).toEqual([]);
  });

  it("end with the last there is: by an old link, and after its last video was deleted", async () => {
    const { steps, deleted } = await library(11, { page: 7, sort: "title" });
    await shows(["Talk 11"]);
    expect(steps).toEqual([[{ page: 2, sort: "title" }, { replace: true }]]);
    await fromMenu("Talk 11", "Delete");
    await screen.findByText("Recording moved to the trash");
    await shows(first(10));
    expect(deleted()).toEqual([{ ids: [idOf(11)], act: "trash" }]);
    expect(steps.at(-1)).toEqual([{ page: 1, sort: "title" }, { replace: true }]);
  });

  it("begin anew in another order, which the address names unless it is the usual one", async () => {
    const { steps, lists } = await library(11, { page: 2, search: "talk" });
    await shows(["Talk 11"]);
    await view("Title");
    await shows(first(10));
    expect(steps).toEqual([
      [{ page: undefined, search: "talk", sort: "title" }, { replace: false }],
    ]);
    await expect.poll(() => lists).toContain("limit=10&offset=0&search=talk&sort=title");
    await view("Newest first");
    await expect.poll(() => steps).toHaveLength(2);
    expect(steps[1]?.[0]).toEqual({ page: undefined, search: "talk", sort: undefined });
  });
});

describe("a search of the library", () => {
  it("narrows what is shown at once, asks for the rest a moment later, and can be cleared", async () => {
    const { server, steps, lists } = await library(12, { page: 1 });
    await shows(first(10));
    const held = Promise.withResolvers<void>();
    server.held = held.promise;
    type("RED b");
    expect(cards(), "it is said there").toEqual(["Talk 03"]);
    type("Talk 1");
    expect(cards()).toEqual(["Talk 10"]);
    await expect
      .poll(() => steps)
      .toEqual([[{ page: undefined, search: "Talk 1" }, { replace: true }]]);
    expect(cards(), "nobody has answered yet").toEqual(["Talk 10"]);
    expect(screen.queryByText(/ found$/)).toBeNull();
    held.resolve();
    await shows(["Talk 10", "Talk 11", "Talk 12"]);
    expect(screen.getByText("3 found").role).toBe("status");
    server.held = Promise.resolve();
    type("no such thing");
    expect(screen.getByLabelText("Loading recordings"), "others may say it").toBeTruthy();
    await screen.findByText("No recordings match your search criteria.");
    expect(lists.at(-1)).toBe("limit=10&offset=0&search=no+such+thing");
    await userEvent.click(screen.getByText("Clear search"));
    await shows(first(10));
    expect(search().value).toBe("");
    expect(steps.at(-1)).toEqual([{ page: undefined, search: undefined }, { replace: true }]);
  });

  it("is what the address says, also when that changes, and is begun by a key", async () => {
    const { go } = await library(12, { search: "talk 12" });
    await shows(["Talk 12"]);
    expect(search().value).toBe("talk 12");
    go({ search: "talk 01" });
    await shows(["Talk 01"]);
    expect(search().value).toBe("talk 01");
    fireEvent.keyDown(document.body, { key: "/" });
    expect(document.activeElement).toBe(search());
  });

  it("of an empty library for nothing is an empty library", async () => {
    await library(0);
    expect(screen.getByLabelText("Loading recordings")).toBeTruthy();
    const nothing = (await screen.findByText("No recordings found")).parentElement;
    expect(nothing?.textContent).toContain("Import a video file to see it here.");
    expect(screen.queryByText("Clear search")).toBeNull();
    type("  ");
    expect(screen.queryByText("Clear search")).toBeNull();
  });
});

describe("a library that cannot be read", () => {
  it("says so, and is read by a press", async () => {
    const { server, go } = await library(1);
    await shows(["Talk 01"]);
    server.isAway = true;
    go({ sort: "oldest" });
    await screen.findByText("Failed to load recordings");
    expect(screen.getByRole("alert").textContent).toContain("Your recordings are safe.");
    server.isAway = false;
    await userEvent.click(screen.getByText("Retry"));
    await shows(["Talk 01"]);
  });

  it("a second time stays as it was, and says so until it is read again", async () => {
    const { server, lists } = await library(1);
    await shows(["Talk 01"]);
    server.isAway = true;
    await press("Refresh");
    await screen.findByText("Failed to load recordings");
    expect(cards()).toEqual(["Talk 01"]);
    server.isAway = false;
    server.talks.unshift(talk(2));
    await press("Refresh");
    await shows(["Talk 02", "Talk 01"]);
    await expect.poll(() => screen.queryByText("Failed to load recordings")).toBeNull();
    expect(lists).toHaveLength(3);
  });
});

describe("videos of the library", () => {
  it("are thrown away together, and what fails is said and stays", async () => {
    const { server, deleted } = await library(4);
    await shows(first(4));
    server.kept.add(idOf(3));
    await press("Select Talk 01");
    await press("Select Talk 03");
    await press("Select Talk 04");
    expect(screen.queryByLabelText("Search recordings"), "the bar stands there").toBeNull();
    const bar = within(screen.getByRole("toolbar"));
    fireEvent.click(bar.getByText("Delete"));
    await screen.findByText("2 recordings moved to the trash");
    await screen.findByText("Talk 03 is being moved.");
    await shows(["Talk 02", "Talk 03"]);
    expect(deleted()).toEqual([{ ids: [1, 3, 4].map(idOf), act: "trash" }]);
    await screen.findByText("1 selected");
    fireEvent.click(within(screen.getByRole("toolbar")).getByText("Cancel"));
    expect(search()).toBeTruthy();
  });

  it.each([
    ["the middle", 2, "Talk 03"],
    ["the end", 3, "Talk 02"],
  ])("leave the focus at their place, in %s", async (_where, number, next) => {
    await library(3);
    await shows(first(3));
    const name = talk(number).filename;
    const card = screen.getByText(name);
    act(() => card.focus());
    fireEvent.keyDown(card, { key: "Delete" });
    await expect.poll(cards).toHaveLength(2);
    await expect.poll(() => document.activeElement?.textContent).toBe(next);
  });

  it("leave the focus where it went meanwhile", async () => {
    await library(2);
    await shows(first(2));
    act(() => screen.getByText("Talk 01").focus());
    fireEvent.keyDown(screen.getByText("Talk 01"), { key: "Delete" });
    act(() => search().focus());
    await shows(["Talk 02"]);
    expect(document.activeElement).toBe(search());
  });

  it("are shared from a dialog that closes", async () => {
    await library(2);
    await shows(first(2));
    await fromMenu("Talk 02", "Share");
    fireEvent.click(screen.getByText("Links of Talk 02"));
    expect(screen.queryByText(/^Links of/)).toBeNull();
  });
});
