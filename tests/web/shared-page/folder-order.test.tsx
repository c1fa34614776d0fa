// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { SharedFolder } from "#contract/shares.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { recordingWith, viewWith } from "#tests/web/lib/shared-view.ts";
import { FolderFrame } from "#web/features/shared-page/folder-frame.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

beforeAll(() => void vi.spyOn(console, "warn").mockImplementation(() => {})); // no realtime here
afterEach(cleanup);

const idOf = (name: string) => `3f2b8a54-0d5e-4b7e-9f63-00000000000${name.charCodeAt(0) - 64}`;
const films = (...names: string[]) =>
  names.map((filename) => recordingWith({ id: idOf(filename), filename }));

async function show(names: string[], isOwner: boolean) {
  const recordings = films(...names);
  const { recording: _, media: __, ...rights } = viewWith();
  const folder = { id: isOwner ? idOf("F") : null, name: "Talks", recordings };
  const view: SharedFolder = { ...rights, kind: "folder", folder };
  const asked = answers({ [`PUT /folders/${idOf("F")}/order`]: { success: true } });
  await renderInApp(
    <TooltipGroup>
      <FolderFrame shareToken="link" view={view} current={recordings[1] ?? recordings[0]}>
        <p>The film</p>
      </FolderFrame>
    </TooltipGroup>,
  );
  return () => asked.flatMap(([call, body]) => (call.startsWith("PUT") ? [Object(body).ids] : []));
}
const list = () => screen.getByRole("list", { name: "Recordings" });
const rows = () => within(list()).getAllByRole("listitem");
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("a folder behind a link", () => {
  it("names its films in order, how many there are, and the one that is shown", async () => {
    await show(["A", "B"], false);
    expect(screen.getByRole("heading", { name: "Talks" })).toBeDefined();
    expect(screen.getByText("2 recordings")).toBeDefined();
    const links = within(list()).getAllByRole("link");
    expect(links.map(({ textContent }) => textContent)).toEqual(["1A1:15", "2B1:15"]);
    expect(links.map((link) => link.getAttribute("aria-current"))).toEqual([null, "true"]);
    expect(links[0]?.getAttribute("href")).toBe(`/shared/link?v=${idOf("A")}`);
    expect(screen.getByText("The film")).toBeDefined();
  });

  it("that is empty says so, and shows no film", async () => {
    await show([], true);
    expect(screen.getByText("No recordings yet")).toBeDefined();
    expect(screen.getByText("0 recordings")).toBeDefined();
    expect(screen.queryByText("The film")).toBeNull();
  });

  it("stays in its order for all but its owner", async () => {
    const orders = await show(["A", "B"], false);
    expect(screen.queryByRole("button", { name: /^Move/ })).toBeNull();
    expect(rows().map((row) => row.getAttribute("draggable"))).toEqual([null, null]);
    expect(orders()).toEqual([]);
  });

  it("is put in order by its owner's buttons, as far as there is a place", async () => {
    const orders = await show(["A", "B", "C"], true);
    const off = ["Move A up", "Move A down", "Move C up", "Move C down"];
    expect(off.map((name) => isOff(button(name)))).toEqual([true, false, false, true]);
    await userEvent.click(button("Move B up"));
    await userEvent.click(button("Move B down"));
    await expect.poll(orders).toEqual([["B", "A", "C"].map(idOf), ["A", "C", "B"].map(idOf)]);
  });

  it("is put in order by dragging, of which nothing is left when it is given up", async () => {
    const orders = await show(["A", "B", "C"], true);
    const [a, b, c] = rows();
    if (!a || !b || !c) throw new Error("rows are missing");
    const dataTransfer = {};
    expect(fireEvent.dragOver(b, { dataTransfer }), "nothing of ours is dragged").toBe(true);
    fireEvent.dragStart(a, { dataTransfer });
    expect(fireEvent.dragOver(c, { dataTransfer })).toBe(false);
    fireEvent.drop(c, { dataTransfer });
    fireEvent.drop(b, { dataTransfer });
    fireEvent.dragStart(b, { dataTransfer });
    fireEvent.drop(b, { dataTransfer });
    fireEvent.dragStart(b, { dataTransfer });
    fireEvent.dragEnd(b, { dataTransfer });
    fireEvent.drop(a, { dataTransfer });
    await expect.poll(orders).toEqual([["B", "C", "A"].map(idOf)]);
  });
});
