// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Subtitle } from "#contract/subtitles.ts";
import { refusal } from "#tests/web/lib/answers.ts";
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
