// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { SharedWithMe } from "#contract/shared-with-me.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import { type Draw, expectStaysWhileTurned } from "#tests/web/lib/turned.tsx";
import { sharedWithMeQuery } from "#web/data/shared-with-me.ts";
import { SharedWithMePage } from "#web/features/shared-with-me/shared-with-me-page.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(cleanup);

const sharedWith = (part: Partial<SharedWithMe> = {}): SharedWithMe => ({
  recording: recordingWith({ duration: 200 }),
  share_token: "link",
  owner: { username: "Ben" },
  first_seen_at: "2026-11-22T10:00:00Z",
  watched_seconds: 0,
  new: false,
  ...part,
});

async function show(recordings: SharedWithMe[], { page = 1, pages = 1 } = {}) {
  const cache = new QueryClient();
  cache.setQueryData(sharedWithMeQuery(page).queryKey, { recordings, pages });
  const onPage = vi.fn();
  await renderInApp(<SharedWithMePage page={page} onPage={onPage} />, { cache });
  return onPage;
}
const row = () => screen.getByRole("listitem");

describe("what others have shared", () => {
  it("says whose it is, how long, and when it was opened, and leads to it through its link", async () => {
    await show([sharedWith()]);
    expect(row().textContent).toMatch(/By Ben.*3:20.*Opened Nov 22, 2026/);
    expect(row().textContent).not.toContain("New");
    const { id, filename } = recordingWith();
    const link = screen.getByRole("link", { name: filename });
    expect(link.getAttribute("href")).toBe(`/shared/link?v=${id}`);
  });

  it("stays in sight while the next page of it is on its way", async () => {
    const cache = new QueryClient();
    const recordings = [sharedWith()];
    cache.setQueryData(sharedWithMeQuery(1).queryKey, { recordings, pages: 3 });
    const draw: Draw = (page, onPage) => <SharedWithMePage page={page} onPage={onPage} />;
    const other = sharedWith({ owner: { username: "Cid" } });
    const next = { recordings: [other], total: 41, has_more: true };
    await expectStaysWhileTurned({ draw, cache, next }, "By Ben", "By Cid");
  });

  it("is new until it is opened", async () => {
    await show([sharedWith({ new: true, first_seen_at: null })]);
    expect(within(row()).getByText("New")).toBeDefined();
    expect(row().textContent).toContain("Not opened yet");
  });

  it.each<[watched: number, duration: number | null, percent: string | undefined]>([
    [0, 200, undefined],
    [50, 200, "25"],
    [201, 200, "100"],
    [50, null, undefined],
  ])("of which %s of %s seconds were watched", async (watched_seconds, duration, percent) => {
    await show([sharedWith({ watched_seconds, recording: recordingWith({ duration }) })]);
    const bar = screen.queryByRole("progressbar");
    expect(bar?.getAttribute("aria-valuenow")).toBe(percent);
    expect(row().textContent.includes("% watched")).toBe(percent !== undefined);
    if (percent) expect(row().textContent).toContain(`${percent}% watched`);
  });

  it.each([
    ["can be hidden", { success: true }, "Recording hidden"],
    ["stays where that is refused", refusal(409, "Not now"), "Not now"],
  ])("%s", async (_, answer, said) => {
    await show([sharedWith()]);
    const { id, filename } = recordingWith();
    const asked = answers({ [`DELETE /shared-with-me/${id}`]: answer });
    await userEvent.click(screen.getByRole("button", { name: `Hide ${filename}` }));
    await screen.findByText(said);
    expect(asked[0]).toEqual([`DELETE /shared-with-me/${id}`]);
  });

  it("is nothing at first", async () => {
    const onPage = await show([]);
    expect(screen.getByText("Nothing is shared with you")).toBeDefined();
    expect(onPage).not.toHaveBeenCalled();
  });

  it("is shown as far as it goes where a page has nothing any more", async () => {
    expect((await show([], { page: 3, pages: 2 })).mock.calls).toEqual([[2, true]]);
    cleanup();
    const onPage = await show([sharedWith()], { page: 2, pages: 2 });
    expect(onPage).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole("button", { name: "Previous page" }));
    expect(onPage.mock.calls).toEqual([[1]]);
  });
});
