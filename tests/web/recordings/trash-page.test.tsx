// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { type Draw, expectStaysWhileTurned } from "#tests/web/lib/turned.tsx";
import { trashQuery } from "#web/data/trash.ts";
import { TrashPage } from "#web/features/recordings/trash/trash-page.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(cleanup);

const thrownAway = {
  ...recordingWith({ filename: "Talk" }),
  deleted_at: "2026-11-22T10:00:00Z",
  purge_at: "2026-12-22T10:00:00Z",
};

async function show(total: number, { page = 1, pages = 1 } = {}) {
  const cache = new QueryClient();
  const recordings = total > 0 ? [thrownAway] : [];
  cache.setQueryData(trashQuery(page).queryKey, { recordings, total, pages });
  const onPage = vi.fn();
  await renderInApp(<TrashPage page={page} onPage={onPage} />, { cache });
  return onPage;
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const answer = async (title: string, name: string) => {
  const question = await screen.findByRole("alertdialog", { name: title });
  await userEvent.click(within(question).getByRole("button", { name }));
};

describe("the trash", () => {
  it("is empty, and then cannot be emptied", async () => {
    const onPage = await show(0);
    expect(screen.getByText("The trash is empty")).toBeDefined();
    expect(screen.queryByRole("button", { name: "Empty trash" })).toBeNull();
    expect(onPage).not.toHaveBeenCalled();
  });

  it("says when each was deleted, and when it is gone for good", async () => {
    await show(1);
    const { textContent } = screen.getByRole("listitem");
    expect(textContent).toMatch(/Talk.*1:05.*5(\.0)? MB.*Deleted Nov 22, 2026/);
    expect(textContent).toContain("Gone for good on Dec 22, 2026");
  });

  it("stays in sight while its next page is on its way", async () => {
    const cache = new QueryClient();
    const [first, last] = [thrownAway, { ...thrownAway, filename: "Walk" }];
    cache.setQueryData(trashQuery(1).queryKey, { recordings: [first], total: 41, pages: 3 });
    const draw: Draw = (page, onPage) => <TrashPage page={page} onPage={onPage} />;
    const next = { recordings: [last], total: 41, has_more: true };
    await expectStaysWhileTurned({ draw, cache, next }, "Talk", "Walk");
  });

  it("gives back at once what is wanted again", async () => {
    await show(1);
    const done = { done: [thrownAway.id], refused: [] };
    const asked = answers({ "POST /recordings/batch": done });
    await press("Restore Talk");
    await screen.findByText("Recording restored");
    expect(asked[0]).toEqual(["POST /recordings/batch", { ids: [thrownAway.id], act: "restore" }]);
  });

  it.each([
    ["Delete for good Talk", "Delete “Talk” for good?", `DELETE /trash/${thrownAway.id}`],
    ["Empty trash", "Delete 41 recordings for good?", "DELETE /trash"],
  ])("asks before something is gone: %s", async (button, question, call) => {
    await show(41, { pages: 3 });
    let letGo: (answer: object) => void = () => {};
    const asked = answers({
      [call]: () => new Promise<object>((resolve) => (letGo = resolve)),
      "GET /trash": { recordings: [thrownAway], total: 41, has_more: true },
    });
    await press(button);
    await answer(question, "Cancel");
    expect(asked).toEqual([]);
    await press(button);
    await answer(question, "Confirm");
    await expect.poll(() => asked).toEqual([[call]]);
    const isOff = (name: string) =>
      screen.getByRole("button", { name }).matches(":disabled, [aria-disabled=true]");
    expect(isOff(button)).toBe(true);
    expect(isOff("Restore Talk")).toBe(button !== "Empty trash");
    letGo({ success: true });
    await expect.poll(() => isOff(button)).toBe(false);
  });

  it("is shown at its last page where a page lies beyond", async () => {
    expect((await show(21, { page: 3, pages: 2 })).mock.calls).toEqual([[2, true]]);
    cleanup();
    expect(await show(21, { page: 2, pages: 2 })).not.toHaveBeenCalled();
  });
});
