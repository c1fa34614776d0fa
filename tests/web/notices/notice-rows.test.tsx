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

const marked = () =>
  screen.getAllByRole("listitem").map((row) => row.textContent.includes("New: "));

/** The server hears that they are read while they are shown, and another comes. */
function ReadRows() {
  const [notices, setNotices] = useState([notice("One", null), notice("Two", READ)]);
  return (
    <>
      <button
        type="button"
        onClick={() =>
          setNotices([notice("Three", null), notice("One", READ), notice("Two", READ)])
        }
      >
        Another comes
      </button>
      <NoticeRows {...{ notices, hasFailed: false, onRetry: () => {}, onFollow: () => {} }} />
    </>
  );
}
const READ = "2026-11-22T09:01:00Z";

test("what was new when it was first shown stays marked for as long as the list is open", async () => {
  await renderInApp(<ReadRows />);
  expect(marked()).toEqual([true, false]);
  await userEvent.click(screen.getByRole("button", { name: "Another comes" }));
  expect(marked()).toEqual([true, true, false]);
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
