// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refusal } from "#tests/web/lib/answers.ts";
import { commentWith } from "#tests/web/lib/comments.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { commentsQuery } from "#web/data/discussion.ts";
import { Comments } from "#web/features/discussion/comments.tsx";

const first = commentWith({ content: "First" });
const later = commentWith({ content: "Later", at_seconds: 5 });
const scope = { recordingId: first.recording_id };
const orders = { newest: [later, first], time: [first, later] };

let cache: QueryClient;
beforeEach(() => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // no realtime here
  vi.stubGlobal("fetch", async () => refusal(503, "Away"));
  cache = new QueryClient();
});
afterEach(cleanup);

const come = (sort: keyof typeof orders) =>
  cache.setQueryData(commentsQuery(scope, sort).queryKey, {
    pages: [{ comments: orders[sort], total: 2, has_more: false }],
    pageParams: [0],
  });

const said = () =>
  screen.queryAllByRole("article").map((one) => one.querySelector("p")?.textContent);

function TwoVideos() {
  const [recordingId, setId] = useState(scope.recordingId);
  return (
    <>
      <button type="button" onClick={() => setId(later.id)}>
        Next video
      </button>
      <Comments
        {...{ scope: { recordingId }, user: ada, isOwner: false, canMark: false }}
        moment={() => 12}
        onJump={() => {}}
      />
    </>
  );
}

test("a reply that somebody writes stays until the other order has come, and after it", async () => {
  come("newest");
  await renderInApp(<TwoVideos />, { cache });
  const [reply] = screen.getAllByRole("button", { name: "Reply" });
  fireEvent.click(reply as HTMLElement); // of the first thread
  fireEvent.change(screen.getByLabelText(/^Reply to/), { target: { value: "Half a sentence" } });
  fireEvent.click(screen.getByRole("radio", { name: "By time" }));
  expect(said()).toEqual(["Later", "First"]);
  act(() => void come("time"));
  await expect.poll(said).toEqual(["First", "Later"]);
  expect(screen.getByDisplayValue("Half a sentence")).toBeDefined();
});

test("nothing of the video before is shown while the next one's comments are on their way", async () => {
  come("newest");
  await renderInApp(<TwoVideos />, { cache });
  expect(said()).toEqual(["Later", "First"]);
  fireEvent.click(screen.getByRole("button", { name: "Next video" }));
  expect(said()).toEqual([]);
});
