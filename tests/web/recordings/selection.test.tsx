// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useEffect } from "react";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { SelectionBar } from "#web/features/recordings/library/library-page.tsx";
import { RecordingGrid } from "#web/features/recordings/library/library-results.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { fromMenu } from "./card-menu.ts";

afterEach(cleanup);

/** Notes each address that was come to. */
function Address({ been }: { been: string[] }) {
  const href = useLocation({ select: (location) => location.href });
  useEffect(() => void been.push(href), [href, been]);
  return null;
}

describe("the bar over a selection", () => {
  const bar = (count: number, onPage: number, isDeleting = false) => {
    const done: (string | boolean)[] = [];
    render(
      <QueryClientProvider client={new QueryClient()}>
        <SelectionBar
          ids={Array.from({ length: count }, (_, number) => `id${number}`)}
          onPage={onPage}
          isDeleting={isDeleting}
          onAll={(all) => done.push(all)}
          onMove={() => done.push("move")}
          onDelete={() => done.push("delete")}
        />
      </QueryClientProvider>,
    );
    const all = screen.getByRole("checkbox", { name: "Select all on this page" });
    return { done, all, button: (name: string) => screen.getByRole("button", { name }) };
  };

  it("selects the rest of the page where some are selected, and none where all are", () => {
    const some = bar(2, 10);
    expect(screen.getByText("2 selected")).toBeTruthy();
    expect(some.all.getAttribute("aria-checked")).toBe("mixed");
    some.all.click();
    expect(some.done).toEqual([true]);
    cleanup();
    const every = bar(10, 10);
    expect(every.all.getAttribute("aria-checked")).toBe("true");
    every.all.click();
    expect(every.done).toEqual([false]);
  });

  it("has the browser download the videos as one archive", async () => {
    const clicked = vi.fn<(address: string | null) => void>();
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click");
    onTestFinished(() => click.mockRestore());
    click.mockImplementation(function (this: HTMLAnchorElement) {
      clicked(this.getAttribute("href"));
    });
    answers({
      "POST /user/takeout": {
        path: "/api/user/takeout?ticket=t",
        expires_at: "2999-01-01T00:00:00Z",
      },
    });
    bar(2, 10).button("Download as an archive").click();
    await vi.waitFor(() =>
      expect(clicked.mock.calls).toEqual([["/api/user/takeout?ticket=t&ids=id0,id1"]]),
    );
  });

  it("lets go of the selection, or deletes it once", () => {
    const { done, button } = bar(1, 3);
    button("Cancel").click();
    button("Move").click();
    button("Delete").click();
    expect(done).toEqual([false, "move", "delete"]);
    cleanup();
    const busy = bar(1, 3, true);
    busy.button("Delete").click();
    expect(busy.done).toEqual([]);
  });
});

describe("the grid", () => {
  const [one, two, three] = ["One", "Two", "Three"].map((filename) =>
    recordingWith({ id: filename.toLowerCase(), filename }),
  );
  if (!(one && two && three)) throw new Error("there are three");
  const all = [one, two, three];

  async function grid(shown = all, selected: string[] = []) {
    const [done, been]: [string[], string[]] = [[], []];
    const page = (recordings: typeof all) => (
      <TooltipGroup>
        <RecordingGrid
          recordings={recordings}
          selected={new Set(selected)}
          onShare={({ id }) => done.push(`share ${id}`)}
          onDownload={({ id }) => done.push(`download ${id}`)}
          onMove={({ id }) => done.push(`move ${id}`)}
          onSelectAll={() => done.push("all")}
          onDelete={({ id }) => done.push(`delete ${id}`)}
          onSelect={({ id }, isSelected, through) =>
            done.push(`${isSelected ? "" : "un"}select ${id}${through ? " through" : ""}`)
          }
        />
        <Address been={been} />
      </TooltipGroup>
    );
    await renderInApp(page(shown));
    const card = (name: string) => screen.getByRole("link", { name });
    return { done, card, been };
  }
  /** Whether the grid took the key. */
  const press = (target: Element, key: string) => !fireEvent.keyDown(target, { key });

  it("selects, unselects and deletes the card in focus by keys, and leaves others to the page", async () => {
    const { done, card } = await grid(all, ["two"]);
    expect(press(card("One"), "x")).toBe(true);
    press(card("Two"), " ");
    press(card("Three"), "Delete");
    press(card("Three"), "m");
    fireEvent.keyDown(card("One"), { key: "a", ctrlKey: true });
    expect(done.splice(3)).toEqual(["move three", "all"]);
    fireEvent.keyDown(card("One"), { key: "ь", code: "KeyM" }); // of a Cyrillic keyboard
    expect(done.splice(3)).toEqual(["move one"]);
    fireEvent.click(card("Three"), { shiftKey: true });
    expect(done.splice(3)).toEqual(["select three through"]);
    expect(done).toEqual(["select one", "unselect two", "delete three"]);
    expect(press(card("One"), "q")).toBe(false);
    expect(press(screen.getByRole("button", { name: "More for One" }), " ")).toBe(false);
    expect(done).toHaveLength(3);
  });

  it("leaves keys with Alt, Ctrl or the command key to the browser", async () => {
    const { done, card } = await grid();
    card("Two").focus();
    for (const [key, held] of [
      ["ArrowLeft", { altKey: true }],
      ["ArrowRight", { metaKey: true }],
      ["x", { ctrlKey: true }],
      ["m", { ctrlKey: true }],
      ["Delete", { metaKey: true }],
    ] as const)
      expect([key, fireEvent.keyDown(card("Two"), { key, ...held })]).toEqual([key, true]);
    expect(document.activeElement).toBe(card("Two"));
    expect(done).toEqual([]);
  });

  describe("under a finger", () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
    afterEach(() => void vi.useRealTimers());
    const point = (name: string, event: string, more: object = {}) => {
      const at = screen.getByRole("link", { name });
      const pointer = Object.assign(new Event(event, { bubbles: true }), more);
      act(() => void at.dispatchEvent(pointer));
    };
    const touch = (name: string) => point(name, "pointerdown", { pointerType: "touch" });
    const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
    it("that stays is the card chosen, and lifted it opens nothing", async () => {
      const { done, card, been } = await grid();
      touch("One");
      pass(499);
      expect(done).toEqual([]);
      pass(1);
      expect(done).toEqual(["select one"]);
      fireEvent.click(card("One"));
      touch("Two");
      point("Two", "pointerup");
      pass(1_000);
      vi.useRealTimers();
      fireEvent.click(card("Two"));
      await expect.poll(() => been).toEqual(["/", "/video/two"]);
      point("One", "pointerdown", { pointerType: "mouse" });
      fireEvent.click(card("One"));
      await expect.poll(() => been).toEqual(["/", "/video/two", "/video/one"]);
      expect(done).toEqual(["select one"]);
    });

    it.each<[string, string, object]>([
      ["is lifted", "pointerup", {}],
      ["scrolls", "pointermove", { movementX: 0, movementY: 5 }],
      ["is taken by the page", "pointercancel", {}],
    ])("that %s too soon chooses nothing", async (_, event, more) => {
      const { done } = await grid();
      touch("One");
      point("One", event, more);
      pass(1_000);
      expect(done).toEqual([]);
    });

    it("that stays opens no menu of the browser, and a mouse still has it", async () => {
      const { card } = await grid();
      const opensMenu = () => fireEvent.contextMenu(card("One"));
      touch("One");
      expect(opensMenu()).toBe(false);
      point("One", "pointerdown", { pointerType: "mouse" });
      expect(opensMenu()).toBe(true);
    });

    it("that chooses from the menu of a card leaves the card as it is", async () => {
      vi.useRealTimers();
      const { done } = await grid();
      await userEvent.click(screen.getByRole("button", { name: "More for One" }));
      const item = await screen.findByRole("menuitem", { name: "Share" });
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      for (const event of ["pointerdown", "pointerup"]) {
        const press = Object.assign(new Event(event, { bubbles: true }), { pointerType: "touch" });
        act(() => void item.dispatchEvent(press));
      }
      fireEvent.click(item);
      pass(1_000);
      expect(done).toEqual(["share one"]);
    });

    it("that trembles stays, and a mouse that is held chooses nothing", async () => {
      const { done } = await grid();
      point("Two", "pointerdown", { pointerType: "mouse" });
      pass(1_000);
      touch("One");
      point("One", "pointermove", { movementX: 2, movementY: 2 });
      pass(500);
      expect(done).toEqual(["select one"]);
    });
  });

  it.each([
    ["that is selected takes all selected ones", "Two", ["two", "three"]],
    ["that is not selected goes alone", "One", ["one"]],
  ])("has a card to drag; one %s", async (_, name, recordings) => {
    const { card } = await grid(all, ["two", "three"]);
    const carried: string[] = [];
    const dataTransfer = { setData: (_: string, what: string) => carried.push(what) };
    fireEvent.dragStart(card(name), { dataTransfer });
    expect(carried.map((what) => JSON.parse(what))).toEqual([{ recordings }]);
  });

  it("walks from card to card, and not beyond the last", async () => {
    const { card } = await grid();
    card("One").focus();
    press(card("One"), "ArrowRight");
    expect(document.activeElement).toBe(card("Two"));
    press(card("Two"), "End");
    expect(document.activeElement).toBe(card("Three"));
    expect(press(card("Three"), "ArrowRight")).toBe(false);
    expect(document.activeElement).toBe(card("Three"));
  });

  it("does with a card what its own buttons say", async () => {
    const { done } = await grid();
    for (const word of ["Share", "Download", "Delete"]) await fromMenu("Two", word);
    screen.getByRole("checkbox", { name: "Select Two" }).click();
    expect(done).toEqual(["share two", "download two", "delete two", "select two"]);
  });
});
