// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import type { Notice } from "#contract/notices.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { NoticeRows } from "#web/features/notices/bell.tsx";

afterEach(cleanup);

const notice = (recording_title: string, read_at: string | null): Notice => ({
  id: recording_title,
  kind: "comment",
  recording_id: "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02",
  recording_title,
  comment_id: "c",
  excerpt: null,
  actor: { username: "Ada", profile_picture: null },
  share_token: null,
  share_label: null,
  created_at: "2026-11-22T09:00:00Z",
  read_at,
});

const show = (...notices: Notice[]) =>
  renderInApp(
    <NoticeRows notices={notices} hasFailed={false} onRetry={() => {}} onFollow={() => {}} />,
  );
const marked = () =>
  screen.getAllByRole("listitem").map((row) => row.textContent.includes("New: "));
const markAllRead = () => screen.queryByRole("button", { name: "Mark all read" });

test("what is new is marked until all is said to be read, which is offered as long as anything is", async () => {
  await show(notice("One", null), notice("Two", "2026-11-22T09:01:00Z"), notice("Three", null));
  expect(marked()).toEqual([true, false, true]);
  await userEvent.click(screen.getByRole("button", { name: "Mark all read" }));
  expect(marked()).toEqual([false, false, false]);
  expect(markAllRead()).toBeNull();
});

/** The server has not heard yet that any was read. */
function GrowingRows() {
  const [titles, setTitles] = useState(["One"]);
  return (
    <>
      <button type="button" onClick={() => setTitles(["Two", "One"])}>
        Another comes
      </button>
      <NoticeRows
        notices={titles.map((title) => notice(title, null))}
        {...{ hasFailed: false, onRetry: () => {}, onFollow: () => {} }}
      />
    </>
  );
}

test("what was said to be read stays so when more of what comes later is", async () => {
  await renderInApp(<GrowingRows />);
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  await press("Mark all read");
  await press("Another comes");
  expect(marked()).toEqual([true, false]);
  await press("Mark all read");
  expect(marked()).toEqual([false, false]);
});

test("where nothing is new, nothing is to be marked", async () => {
  await show(notice("Two", "2026-11-22T09:01:00Z"));
  expect(marked()).toEqual([false]);
  expect(markAllRead()).toBeNull();
});

test("rows wait, say where they failed, and that there is nothing yet", async () => {
  const retried: true[] = [];
  const rows = (notices: Notice[] | undefined, hasFailed: boolean) =>
    renderInApp(
      <NoticeRows
        {...{ notices, hasFailed }}
        onRetry={() => retried.push(true)}
        onFollow={() => {}}
      />,
    );
  await rows(undefined, false);
  expect(screen.getByRole("status", { name: "Loading notices" })).toBeDefined();
  cleanup();
  await rows(undefined, true);
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(retried).toHaveLength(1);
  cleanup();
  await rows([], false);
  expect(screen.getByText(/^Nothing yet\./)).toBeDefined();
  cleanup();
  // Notices that were read before stay on screen.
  await rows([notice("One", null)], true);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a row leads to where it happened, and nowhere once that is closed to its reader", async () => {
  const followed: true[] = [];
  const gone = { ...notice("x", null), id: "gone", recording_title: null, actor: null };
  await renderInApp(
    <NoticeRows
      notices={[{ ...notice("One", null), excerpt: "Well done" }, gone]}
      hasFailed={false}
      onRetry={() => {}}
      onFollow={() => followed.push(true)}
    />,
  );
  const [link, ...others] = screen.getAllByRole("link");
  expect(others).toEqual([]);
  expect(link?.getAttribute("href")).toBe(`/video/${gone.recording_id}#comment-c`);
  expect(link?.textContent).toMatch(/New: Ada commented on OneWell done/);
  expect(screen.getByText("a recording you can no longer open")).toBeDefined();
  await userEvent.click(link ?? document.body);
  expect(followed).toHaveLength(1);
});
