// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { Suspense, useState } from "react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Subtitle } from "#contract/subtitles.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { commentWith } from "#tests/web/lib/comments.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/shared-view.ts";
import { subtitleWith } from "#tests/web/lib/subtitles.ts";
import { subtitlesQuery } from "#web/data/subtitles.ts";
import { useWatching } from "#web/routes/-watching.tsx";

beforeAll(() => {
  // Neither realtime nor a server here: all that counts is known.
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("fetch", async () => refusal(503, "Away"));
});
afterEach(cleanup);

const recording = recordingWith();

function HasSubtitles() {
  const { hasSubtitles } = useWatching({ recording, isOwner: true });
  return <p>{hasSubtitles ? "Something to read" : "Nothing to read"}</p>;
}

test.each<[Subtitle["status"][], string]>([
  [[], "Nothing to read"],
  [["queued", "running", "failed"], "Nothing to read"],
  [["failed", "ready"], "Something to read"],
])("a recording with subtitles that are %j has: %s", async (states, words) => {
  const cache = new QueryClient();
  const subtitles = states.map((status) => subtitleWith({ status }));
  cache.setQueryData(subtitlesQuery({ recordingId: recording.id }).queryKey, { subtitles });
  await renderInApp(<HasSubtitles />, { cache });
  expect(screen.queryByText(words)).not.toBeNull();
});

function Watch() {
  const [startAt, setStartAt] = useState(30);
  const { player, discussion } = useWatching({ recording, isOwner: true, startAt });
  return (
    <>
      <Suspense>{player}</Suspense>
      {discussion}
      <button type="button" onClick={() => setStartAt(40)}>
        Another moment
      </button>
    </>
  );
}

test("the comment that a link names knows where to begin before there is a player, until another moment is wanted", async () => {
  const linked = commentWith({ at_seconds: 5 });
  const token = Promise.withResolvers<object>();
  const path = `/recordings/${recording.id}`;
  answers({
    [`GET ${path}/comments`]: { comments: [linked], total: 1, has_more: false },
    [`POST ${path}/media-token`]: () => token.promise,
  });
  await renderInApp(<Watch />, { asks: true, at: `/#comment-${linked.id}` });
  await expect.poll(() => document.activeElement?.id).toBe(`comment-${linked.id}`);
  token.resolve({ token: "t", expires_at: "2999-01-01T00:00:00.000Z" });
  const film = () => document.querySelector("video");
  await expect.poll(film).not.toBeNull();
  const sought: number[] = [];
  Object.defineProperty(film(), "currentTime", { set: (to) => sought.push(to), get: () => 0 });
  const begun = () => {
    fireEvent.loadedMetadata(film() ?? document.body);
    return sought;
  };
  await expect.poll(begun).toEqual([5]);
  fireEvent.click(screen.getByRole("button", { name: "Another moment" }));
  await expect.poll(begun).toEqual([5, 40]);
});
