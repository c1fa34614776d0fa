// @vitest-environment happy-dom

import { QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import { refusal } from "#tests/web/lib/answers.ts";
import { subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { subtitleQuery } from "#web/data/subtitles.ts";
import { WithLines } from "#web/features/subtitles/with-lines.tsx";
import { createQueryClient } from "#web/lib/query.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const scope = { recordingId: crypto.randomUUID() };

const ready = withCues(
  subtitleWith({ recording_id: scope.recordingId, language: "de", content: "EINS ZWEI DREI" }),
  { start: 0, end: 1, text: "EINS ZWEI DREI" },
);

/** Shown as ready by who has read this of it before, or nothing; it is read with what the server answers first. */
function show(known?: SubtitleWithCues, first = Response.json(ready)) {
  const fetched = vi.fn(async () => Response.json(ready)).mockResolvedValueOnce(first);
  vi.stubGlobal("fetch", fetched);
  const cache = createQueryClient();
  if (known) cache.setQueryData(subtitleQuery(scope, ready.id).queryKey, known);
  render(
    <QueryClientProvider client={cache}>
      <WithLines scope={scope} id={ready.id} label="Loading">
        {({ cues }) => <p>Lines: {cues.map(({ text }) => text).join()}</p>}
      </WithLines>
    </QueryClientProvider>,
  );
  return fetched;
}

test("what was read while it was being made is not all of it, and is read anew at once", async () => {
  const fetched = show({ ...ready, status: "running", progress: 0, content: "", cues: [] });
  expect(screen.queryByText(/^Lines/)).toBeNull();
  expect(await screen.findByText("Lines: EINS ZWEI DREI")).toBeDefined();
  expect(fetched).toHaveBeenCalledOnce();
});

test("what was read once it was ready is shown without asking", () => {
  const fetched = show(ready);
  expect(screen.getByText("Lines: EINS ZWEI DREI")).toBeDefined();
  expect(fetched).not.toHaveBeenCalled();
});

test("lines that cannot be read say so, and are read again on request", async () => {
  const fetched = show(undefined, refusal(404, "It is gone"));
  await screen.findByText("Failed to load subtitles");
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText("Lines: EINS ZWEI DREI")).toBeDefined();
  expect(fetched).toHaveBeenCalledTimes(2);
});
