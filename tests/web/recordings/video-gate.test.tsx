// @vitest-environment happy-dom
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { until } from "#tests/web/lib/until.ts";
import { recordingQuery } from "#web/data/recordings.ts";
import { VideoGate } from "#web/features/recordings/detail/video-gate.tsx";
import { ApiError } from "#web/lib/api-error.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(async () => {
  vi.spyOn(console, "warn").mockImplementation(() => {}); // no realtime here
  await loadToasts();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
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

function Address() {
  return <p data-testid="address">{useLocation({ select: ({ href }) => href })}</p>;
}

test("a video that could not be read is left, and one that is not there is not", async () => {
  const id = crypto.randomUUID();
  const page = (
    <>
      <VideoGate id={id}>{({ filename }) => <h1>{filename}</h1>}</VideoGate>
      <Address />
    </>
  );
  const address = () => screen.getByTestId("address").textContent;
  answers({ [`GET /recordings/${id}`]: refusal(404, "No") });
  await renderInApp(page, { asks: true, at: "/video/1" });
  await screen.findByRole("link", { name: "Back to My Videos" });
  const trash = screen.getByRole("link", { name: "Look in the trash" });
  expect(trash.getAttribute("href")).toBe("/trash");
  expect(address()).toBe("/video/1");
  cleanup();
  answers({ [`GET /recordings/${id}`]: refusal(503, "Away") });
  await renderInApp(page, { asks: true, at: "/video/1" });
  await screen.findByText("Failed to load recording");
  await expect.poll(address).toBe("/");
});

test.each<[Recording["status"], number]>([
  ["ready", 1],
  ["failed", 1],
  ["processing", 2],
  ["uploading", 2],
  ["recording", 2],
])("a video that is %s is asked about within five seconds %s times", async (status, times) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const recording = recordingWith({ status });
  const { matches: _, ...read } = recording;
  const path = `GET /recordings/${recording.id}`;
  const asked = answers({ [path]: read });
  const gate = <VideoGate id={recording.id}>{({ filename }) => <h1>{filename}</h1>}</VideoGate>;
  await renderInApp(gate, { asks: true });
  const asks = () => asked.filter(([call]) => call === path).length;
  await until(() => screen.queryByText(recording.filename) !== null);
  expect(asks()).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(5_001));
  expect(asks()).toBe(times);
});
