// @vitest-environment happy-dom
import { type MutationOptions, QueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { NoticeList } from "#contract/notices.ts";
import { shareWith } from "#tests/web/lib/shares.ts";
import { deleteVideos } from "#web/data/admin-videos.ts";
import { moveAllRecordings, movesQuery } from "#web/data/moves.ts";
import { noticesQuery, readNotices } from "#web/data/notices.ts";
import { changeShare, createShare, revokeShare, sharesQuery } from "#web/data/shares.ts";
import { deleteRecordings, moveRecordings, restoreRecordings } from "#web/data/trash.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

let cache: QueryClient;
beforeAll(async () => void (await loadToasts()));
// Toasts are drawn by a timer: what is said is read before that.
beforeEach(() => {
  vi.useFakeTimers();
  cache = new QueryClient();
});
afterEach(() => {
  toast.dismiss();
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

type AnyWrite = MutationOptions<any, Error, any, any>; // any at all: each takes and answers something else

/** A write that the server answers thus, by its call; what was said about it. */
async function done(one: AnyWrite, input: unknown, answer: (call: string) => [number, unknown]) {
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    const [status, body] = answer(`${method} ${url}`);
    return Response.json(body, { status });
  });
  const mutation = cache.getMutationCache().build(cache, one);
  await mutation.execute(input).catch(() => {});
  await loadToasts();
  return toast.getToasts().map((one) => ("title" in one ? one.title : undefined));
}

describe("recordings that are deleted", () => {
  const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
  const answer = (ids: string[], refused: string[]): [number, unknown] => [
    200,
    {
      done: ids.filter((id) => !refused.includes(id)),
      refused: refused.map((id) => ({ id, error: "Not yours" })),
    },
  ];

  it.each([
    [[a], [], ["Recording moved to the trash"], true],
    [[a, b], [], ["2 recordings moved to the trash"], true],
    [[a, b], [a], ["Not yours", "Recording moved to the trash"], false],
    [[a], [a], ["Not yours"], false],
  ])("%j, of which %j are refused, say %j", async (ids, refused, said, isLeft) => {
    const onDeleted = vi.fn(async () => {});
    const words = await done(deleteRecordings, { ids, onDeleted }, () => answer(ids, refused));
    expect(words.sort()).toEqual(said);
    expect(onDeleted).toHaveBeenCalledTimes(isLeft ? 1 : 0);
  });

  it("by an admin say how many, and the first reason why some are not", async () => {
    const answer = (deleted: string[], ...failed: string[]): [number, unknown] => [
      200,
      { deleted, failed: failed.map((error) => ({ id: crypto.randomUUID(), error })) },
    ];
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const closed = vi.fn();
    const some = await done(deleteVideos(closed), ids, () =>
      answer(ids.slice(1), "It is an admin's", "Another"),
    );
    expect(some.sort()).toEqual(["1 video deleted", "It is an admin's"]);
    expect(closed).toHaveBeenCalledOnce();
    toast.dismiss();
    expect(await done(deleteVideos(closed), ids, () => answer(ids))).toEqual(["2 videos deleted"]);
  });
});

describe("recordings of which some are there no more", () => {
  const [here, gone] = [crypto.randomUUID(), crypto.randomUUID()];
  it.each<[string, AnyWrite, (ids: string[]) => unknown, string]>([
    ["restored", restoreRecordings, (ids) => ids, "Recording restored"],
    ["moved", moveRecordings, (ids) => ({ ids, folder: null }), "1 recording moved"],
  ])("are %s as far as they are, and the reason is said", async (_, act, input, said) => {
    const answer = (...done: string[]): [number, unknown] => [
      200,
      { done, refused: [{ id: gone, error: "It is gone" }] },
    ];
    expect(await done(act, input([gone]), () => answer())).toEqual(["It is gone"]);
    toast.dismiss();
    const some = await done(act, input([here, gone]), () => answer(here));
    expect(some.sort()).toEqual([said, "It is gone"].sort());
  });
});

describe("the links of a recording", () => {
  const recording_id = crypto.randomUUID();
  const [old, other] = [shareWith({ recording_id }), shareWith({ recording_id })];
  const shown = () => cache.getQueryData(sharesQuery(recording_id).queryKey);
  beforeEach(() => void cache.setQueryData(sharesQuery(recording_id).queryKey, [old, other]));

  it("begin with a new one", async () => {
    const made = shareWith({ recording_id, label: "New" });
    await done(createShare(recording_id), {}, () => [201, made]);
    expect(shown()).toEqual([made, old, other]);
  });

  it("hold a change in its place, and nothing of one that was revoked", async () => {
    const changed = { ...other, label: "New" };
    await done(
      changeShare(other, () => {}),
      { label: "New" },
      () => [200, changed],
    );
    expect(shown()).toEqual([old, changed]);
    await done(revokeShare(old), undefined, () => [200, { success: true }]);
    expect(shown()).toEqual([changed]);
  });
});

describe("recordings that move", () => {
  const moves = { storage_type: "s3", total: 2, moved: 0, percent: 0, failed: 0, places: [] };

  it("are shown as they were answered, and said to be there where none has to move", async () => {
    expect(await done(moveAllRecordings, "s3", () => [202, moves])).toEqual([]);
    expect(cache.getQueryData(movesQuery.queryKey)).toEqual(moves);
    expect(await done(moveAllRecordings, "s3", () => [202, { ...moves, total: 0 }])).toEqual([
      "All recordings are there already",
    ]);
  });
});

describe("notices that were read", () => {
  it("are no longer counted, and stay in the list", async () => {
    const list: NoticeList = { notices: [], unread_count: 3, has_more: true };
    cache.setQueryData(noticesQuery.queryKey, list);
    expect(await done(readNotices, list, () => [200, { unread_count: 0 }])).toEqual([]);
    expect(cache.getQueryData(noticesQuery.queryKey)).toEqual({ ...list, unread_count: 0 });
  });
});
