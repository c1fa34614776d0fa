// @vitest-environment happy-dom
import { type MutationOptions, QueryClient, type QueryKey } from "@tanstack/react-query";
import { describe, expect, it, test } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { recordingWith, viewWith } from "#tests/web/lib/shared-view.ts";
import { chaptersQuery, setChapters } from "#web/data/chapters.ts";
import { disconnectDrive, driveQuery } from "#web/data/drive.ts";
import { orderFolder } from "#web/data/folders.ts";
import { cancelMove, cancelMoves, moveRecording, movesQuery } from "#web/data/moves.ts";
import { recordingQuery, renameRecording } from "#web/data/recordings.ts";
import {
  announcementQuery,
  changeServerSettings,
  serverSettingsQuery,
} from "#web/data/server-settings.ts";
import { sharedWithMeQuery } from "#web/data/shared-with-me.ts";
import { renameShared, sharedQuery } from "#web/data/shares.ts";
import { trashQuery } from "#web/data/trash.ts";

type AnyWrite = MutationOptions<any, Error, any, any>; // any at all: each takes and answers something else

const recording = recordingWith();
const { id } = recording;
const path = `/recordings/${id}`;
const view = viewWith({ recording });
const scope = { recordingId: id };
const linked = { ...scope, shareToken: "link" };
const chapters = [{ at_seconds: 0, title: "Welcome" }];

const begin = (cache: QueryClient, one: AnyWrite, input: unknown) =>
  cache.getMutationCache().build(cache, one).execute(input);

describe("what one writes", () => {
  it.each<[string, AnyWrite, unknown, string, QueryKey, before: object, after: object]>([
    [
      "a title",
      renameRecording(id),
      "New",
      `PUT ${path}`,
      recordingQuery(id).queryKey,
      recording,
      { ...recording, filename: "New" },
    ],
    [
      "a title, through a link",
      renameShared({ recordingId: id, shareToken: "link" }),
      "New",
      `PUT ${path}`,
      sharedQuery("link").queryKey,
      view,
      { ...view, recording: { ...recording, filename: "New" } },
    ],
    [
      "chapters",
      setChapters(scope),
      chapters,
      `PUT ${path}/chapters`,
      chaptersQuery(scope).queryKey,
      { chapters: [] },
      { chapters },
    ],
    [
      "chapters, through a link",
      setChapters(linked),
      [],
      `PUT ${path}/chapters`,
      chaptersQuery(linked).queryKey,
      { chapters },
      { chapters: [] },
    ],
  ])("is shown before it is answered, and put back where it is refused: %s", async (...row) => {
    const [, one, input, call, key, before, after] = row;
    const cache = new QueryClient();
    cache.setQueryData(key, before);
    const answer = Promise.withResolvers<object>();
    const asked = answers({ [call]: () => answer.promise });
    const outcome = begin(cache, one, input).catch(() => "refused");
    await expect.poll(() => asked.length).toBe(1);
    expect(cache.getQueryData(key)).toEqual(after);
    answer.resolve(refusal(409, "Not now"));
    expect(await outcome).toBe("refused");
    expect(cache.getQueryData(key)).toEqual(before);
  });
});

test("the order of a folder is shown at once, with what it does not name at the end", async () => {
  const names = ["a", "b", "c"];
  const recordings = names.map((name) =>
    recordingWith({ id: crypto.randomUUID(), filename: name }),
  );
  const cache = new QueryClient();
  const { queryKey }: { queryKey: QueryKey } = sharedQuery("link");
  const folder = { id, name: "Talks", recordings };
  cache.setQueryData(queryKey, { kind: "folder", folder });
  const answer = Promise.withResolvers<object>();
  const asked = answers({ [`PUT /folders/${id}/order`]: () => answer.promise });
  const [first, , last] = recordings.map((one) => one.id);
  const outcome = begin(cache, orderFolder(id, "link"), [last, first]).catch(() => "refused");
  await expect.poll(() => asked).toEqual([[`PUT /folders/${id}/order`, { ids: [last, first] }]]);
  const shown = () =>
    (cache.getQueryData<{ folder: typeof folder }>(queryKey)?.folder.recordings ?? []).map(
      ({ filename }) => filename,
    );
  expect(shown()).toEqual(["c", "a", "b"]);
  answer.resolve(refusal(409, "Not now"));
  expect(await outcome).toBe("refused");
  expect(shown()).toEqual(names);
});

describe("lists that are read in pages", () => {
  it.each([
    [0, 1],
    [20, 1],
    [21, 2],
  ])("of %i recordings have %i", async (total, pages) => {
    const cache = new QueryClient();
    answers({
      "GET /trash": { recordings: [], total, has_more: false },
      "GET /shared-with-me": { recordings: [], total, has_more: false },
    });
    expect(await cache.fetchQuery(trashQuery(1))).toMatchObject({ pages, total });
    expect(await cache.fetchQuery(sharedWithMeQuery(1))).toMatchObject({ pages });
  });
});

describe("what the server answers", () => {
  const moving = { ...recording, moving: { to: "google_drive", percent: 0, failed: null } };
  const moves = { storage_type: null, total: 0, moved: 0, percent: 0, failed: 0, places: [] };
  const none = { count: 0, bytes: 0 };
  const cut = { state: "none", email: null, connected_at: null, recordings: none };
  const settings = {
    ...{ sign_up: "open", allowed_domains: [], default_plan: null },
    ...{ announcement: "Back at noon", trash_days: 30, domains_proven: true },
  };
  it.each<[AnyWrite, unknown, string, object, [QueryKey, unknown][]]>([
    [
      moveRecording(id),
      "google_drive",
      `POST ${path}/move`,
      moving,
      [[recordingQuery(id).queryKey, moving]],
    ],
    [
      cancelMove(id),
      undefined,
      `DELETE ${path}/move`,
      recording,
      [[recordingQuery(id).queryKey, recording]],
    ],
    [cancelMoves, undefined, "DELETE /recordings/move-all", moves, [[movesQuery.queryKey, moves]]],
    [
      disconnectDrive,
      undefined,
      "POST /google-drive/disconnect",
      { ...cut, waiting: { ...none, problem: null } },
      [[driveQuery.queryKey, { ...cut, waiting: { ...none, problem: null } }]],
    ],
    [
      changeServerSettings,
      { announcement: "Back at noon" },
      "PATCH /admin/settings",
      settings,
      [
        [serverSettingsQuery.queryKey, settings],
        [announcementQuery.queryKey, "Back at noon"],
      ],
    ],
  ])(
    "is shown at once, before anything is read anew: %#",
    async (one, input, call, answer, kept) => {
      const cache = new QueryClient();
      const asked = answers({ [call]: answer });
      await begin(cache, one, input);
      expect(asked).toHaveLength(1);
      expect(kept.map(([key]) => [key, cache.getQueryData(key)])).toEqual(kept);
    },
  );
});
