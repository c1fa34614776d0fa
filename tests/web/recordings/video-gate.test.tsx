// @vitest-environment happy-dom
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingQuery } from "#web/data/recordings.ts";
import { VideoGate } from "#web/features/recordings/detail/video-gate.tsx";
import { ApiError } from "#web/lib/api-error.ts";

afterEach(cleanup);
notifyManager.setScheduler((tell) => tell()); // at once

test("a video that is not there stays so while it is asked for again", async () => {
  const id = crypto.randomUUID();
  const cache = new QueryClient();
  const { queryKey } = recordingQuery(id);
  const ask = (answer: Promise<never>) =>
    cache.fetchQuery({ queryKey, queryFn: () => answer, retry: false }).catch(() => {});
  await ask(Promise.reject(new ApiError(404, "not_found", undefined)));
  await renderInApp(<VideoGate id={id}>{() => <h1>A video</h1>}</VideoGate>, { cache });
  const heading = () => screen.queryByRole("heading", { level: 1 })?.textContent;
  expect(heading()).toBe("Video not found");

  await act(async () => {
    void ask(new Promise(() => {}));
  });
  expect(cache.getQueryState(queryKey)).toMatchObject({ status: "pending", error: null });
  expect(heading()).toBe("Video not found");
});
