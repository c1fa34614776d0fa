// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Config } from "#contract/config.ts";
import type { Moves } from "#contract/moves.ts";
import type { Recording } from "#contract/recordings.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import { configQuery } from "#web/data/config.ts";
import { movesQuery } from "#web/data/moves.ts";
import { MoveAllCard } from "#web/features/moves/move-all-card.tsx";
import { MoveItems, MovingNotice } from "#web/features/moves/move-one.tsx";
import { Menu } from "#web/ui/layers/menu.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

/** A button that cannot be pressed; a busy one keeps the focus all the same. */
const OFF = ":disabled, [aria-disabled=true]";

beforeAll(loadToasts);
afterEach(cleanup);

const config = { cloud_storage: "local", cloud_name: "This server" } as Config; // no more of it is read
const rest: Moves = {
  storage_type: null,
  total: 0,
  moved: 0,
  percent: 0,
  failed: 0,
  places: [
    { storage_type: "google_drive", recordings: 2, bytes: 2048 },
    { storage_type: "s3", recordings: 0, bytes: 0 },
  ],
};
const all = "/recordings/move-all";

async function show(page: React.ReactNode, moves: Partial<Moves> = {}) {
  const cache = new QueryClient();
  cache.setQueryData(configQuery.queryKey, config);
  cache.setQueryData(movesQuery.queryKey, { ...rest, ...moves });
  await renderInApp(page, { cache });
}
const names = () => screen.queryAllByRole("button").map(({ textContent }) => textContent);
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
/** An answer that stays away, and how to let it come. */
function held(answer: object) {
  const { promise, resolve } = Promise.withResolvers<object>();
  return { answer: () => promise, come: () => resolve(answer) };
}

describe("all recordings", () => {
  const card = (moves: Partial<Moves> = {}) => show(<MoveAllCard config={config} />, moves);

  it("are offered to be moved where some are elsewhere, which is said", async () => {
    await card();
    expect(names()).toEqual(["Move All to Google Drive"]);
    expect(screen.getByText("2 recordings, 2 KB")).toBeDefined();
    cleanup();
    await card({ places: rest.places.slice(1) });
    expect(screen.queryByText("Move All Recordings")).toBeNull();
  });

  it.each(["Cancel", "Confirm"])("are moved after asking: %s", async (answer) => {
    await card();
    const asked = answers({ [`POST ${all}`]: { ...rest, total: 2, storage_type: "google_drive" } });
    press("Move All to Google Drive");
    const dialog = await screen.findByRole("alertdialog", {
      name: "Move all recordings to Google Drive?",
    });
    fireEvent.click(within(dialog).getByRole("button", { name: answer }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    if (answer === "Confirm") await screen.findByText("0 of 2");
    expect(asked).toEqual(
      answer === "Confirm" ? [[`POST ${all}`, { storage_type: "google_drive" }]] : [],
    );
  });

  it("wait for the answer at the button that was pressed, and no other can be pressed", async () => {
    const places = rest.places.map((place) => ({ ...place, recordings: 1 }));
    await card({ places });
    const { answer, come } = held({ ...rest, total: 2, storage_type: "s3" });
    answers({ [`POST ${all}`]: answer });
    press("Move All to this server");
    fireEvent.click(await screen.findByRole("button", { name: "Confirm" }));
    const states = () =>
      screen
        .getAllByRole<HTMLButtonElement>("button", { name: /Move All/ })
        .map((one) => [one.matches(OFF), one.getAttribute("aria-busy")]);
    await expect.poll(states).toEqual([
      [true, null],
      [true, "true"],
    ]);
    come();
    await screen.findByText("0 of 2");
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  });

  it("under way say how far they are, and can be cancelled", async () => {
    await card({ storage_type: "s3", total: 5, moved: 2, percent: 37 });
    expect(screen.getByText("2 of 5").parentElement?.textContent).toBe(
      "2 of 5 moved to this server",
    );
    expect(screen.getByRole("progressbar").getAttribute("aria-valuenow")).toBe("37");
    expect(names()).toEqual(["Cancel"]);
    const asked = answers({ [`DELETE ${all}`]: rest });
    press("Cancel");
    await screen.findByText("Move All to Google Drive");
    expect(asked).toEqual([[`DELETE ${all}`]]);
  });

  it.each<[Partial<Moves>, string, string[]]>([
    [{ failed: 1 }, "1 recording could not be moved. Its page says why.", ["Try Again", ""]],
    [{ failed: 2 }, "2 recordings could not be moved. Their pages say why.", ["Try Again", ""]],
    [
      { failed: 2, total: 3 },
      "2 recordings could not be moved. Their pages say why.",
      ["Try Again"],
    ],
  ])("that failed say so: %o", async (moves, said, offered) => {
    await card({ storage_type: "s3", places: [], ...moves });
    const alert = screen.getByRole("alert");
    expect(alert.textContent).toContain(said);
    const buttons = within(alert).getAllByRole("button");
    expect(buttons.map(({ textContent }) => textContent)).toEqual(offered);
    const asked = answers({ [`POST ${all}`]: { ...rest, total: 1 } });
    press("Try Again");
    await expect.poll(() => asked).toEqual([[`POST ${all}`, { storage_type: "s3" }]]);
  });
});

describe("a recording", () => {
  const recording = recordingWith({ storage_type: "local" });
  const path = `/recordings/${recording.id}/move`;
  async function menu(part: Partial<Recording> = {}) {
    await show(
      <Menu trigger={<button type="button">Open</button>}>
        <MoveItems recording={{ ...recording, ...part }} />
      </Menu>,
    );
    await userEvent.click(button("Open"));
    await screen.findByRole("menu");
  }
  const items = () => screen.queryAllByRole("menuitem").map(({ textContent }) => textContent);
  const moving = { to: "google_drive", percent: 0, failed: null } as const;

  it.each<[Partial<Recording>, string[]]>([
    [{}, ["Move to Google Drive"]],
    [{ storage_type: "google_drive" }, ["Move to this server"]],
    [{ storage_type: "s3" }, ["Move to Google Drive", "Move to this server"]],
    [{ status: "failed" }, ["Move to Google Drive"]],
    [{ status: "recording" }, []],
    [{ moving }, []],
  ])("can be moved to where it is not: %o", async (part, offered) => {
    await menu(part);
    expect(items()).toEqual(offered);
  });

  it("is moved to the place that was pressed, though the menu is closed by then", async () => {
    await menu({ storage_type: "s3" });
    const { answer, come } = held({ ...recording, moving });
    const asked = answers({ [`POST ${path}`]: answer });
    await userEvent.click(screen.getByRole("menuitem", { name: "Move to Google Drive" }));
    await expect.poll(() => asked).toEqual([[`POST ${path}`, { storage_type: "google_drive" }]]);
    await expect.poll(() => screen.queryByRole("menu")).toBeNull();
    await userEvent.click(button("Open"));
    const other = await screen.findByRole("menuitem", { name: "Move to this server" });
    expect(other.getAttribute("aria-disabled")).toBe("true");
    come();
  });

  const notice = (now: Recording["moving"]) =>
    show(<MovingNotice recording={{ ...recording, moving: now }} />);

  it("on its way says how far it is, and can be cancelled", async () => {
    await notice(null);
    expect(names()).toEqual([]);
    cleanup();
    await notice({ ...moving, percent: 42 });
    expect(screen.getByText("Moving to Google Drive: 42%")).toBeDefined();
    expect(names()).toEqual(["Cancel Move"]);
    const asked = answers({ [`DELETE ${path}`]: recording });
    press("Cancel Move");
    await expect.poll(() => asked).toEqual([[`DELETE ${path}`]]);
  });

  it("that could not be moved says why, and is tried again or left", async () => {
    await notice({ ...moving, failed: "Your Drive is full." });
    expect(screen.getByRole("alert").textContent).toContain(
      "This could not be moved to Google Drive. Your Drive is full.",
    );
    const asked = answers({
      [`POST ${path}`]: refusal(409, "It is still full"),
      [`DELETE ${path}`]: recording,
    });
    press("Try Again");
    await screen.findByText("It is still full");
    press("Dismiss");
    await expect
      .poll(() => asked)
      .toEqual([[`POST ${path}`, { storage_type: "google_drive" }], [`DELETE ${path}`]]);
  });
});
