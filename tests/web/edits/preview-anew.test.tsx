// @vitest-environment happy-dom
import { act, cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { config } from "#tests/web/subscriptions/world.ts";
import { editQuery } from "#web/data/edits.ts";
import { mediaTokenQuery } from "#web/data/recordings.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { handle, recording, show, whole } from "./an-editor.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const stream = `/api/recordings/${recording.id}/stream`;
const films = () => [...document.querySelectorAll("video")];
const sources = () => films().map((film) => film.src.slice(location.origin.length));
const parts = [
  { start: 0, end: 10 },
  { start: 20, end: 40 },
];

test("a film that takes the original's place, and one with a new token, are played by both elements", async () => {
  const cache = createQueryClient();
  const scope = { recordingId: recording.id };
  const cut = { version: 2, status: "ready", kept: parts } as const;
  await show(cut, {}, {}, config, true, cache);
  await handle("Start");
  await expect.poll(sources).toEqual(Array(2).fill(`${stream}?token=t&original=true&film=60`));
  const before = films();

  const removed = { ...cut, version: 3, original_duration: 50, original_available: false };
  act(() => cache.setQueryData(editQuery(scope).queryKey, { ...whole, ...removed }));
  await expect.poll(sources).toEqual(Array(2).fill(`${stream}?token=t&original=true&film=50`));
  expect(films().filter((film) => before.includes(film))).toEqual([]);

  const renewed = { token: "new", expires_at: "2999-01-01T00:00:00.000Z" };
  act(() => cache.setQueryData(mediaTokenQuery(recording.id).queryKey, renewed));
  await expect.poll(sources).toEqual(Array(2).fill(`${stream}?token=new&original=true&film=50`));
  expect(screen.getByLabelText(recording.filename)).toBe(films()[0]);
});
