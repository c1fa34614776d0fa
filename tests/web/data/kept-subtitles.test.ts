// @vitest-environment happy-dom
import { type MutationOptions, QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import {
  deleteSubtitle,
  editSubtitle,
  generateSubtitle,
  retrySubtitle,
  subtitleQuery,
  subtitlesQuery,
  translateSubtitle,
  uploadSubtitle,
} from "#web/data/subtitles.ts";

const [first, second] = [subtitleWith(), subtitleWith({ language: "de", status: "failed" })];
const scope = { recordingId: first.recording_id };
const path = `/recordings/${scope.recordingId}/subtitles`;
const none = () => {};

let cache: QueryClient;
beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(subtitlesQuery(scope).queryKey, { subtitles: [first, second] });
  cache.setQueryData(subscriptionQuery.queryKey, {} as never); // whatever it was
});

type AnyWrite = MutationOptions<any, Error, any, any>; // any at all: each takes and answers something else
const write = (one: AnyWrite, input: unknown) =>
  cache.getMutationCache().build(cache, one).execute(input);
const shown = () => cache.getQueryData(subtitlesQuery(scope).queryKey)?.subtitles;
const isStale = (queryKey: readonly unknown[]) => cache.getQueryState(queryKey)?.isInvalidated;

describe("a subtitle that was asked for", () => {
  const made = subtitleWith({ language: "fr", status: "queued" });
  const again = { ...first, status: "queued" as const };

  it.each<[call: string, one: AnyWrite, input: unknown, answer: typeof made, list: unknown[]]>([
    [`POST ${path}`, generateSubtitle(scope, none), {}, made, [first, second, made]],
    [
      `POST ${path}/upload`,
      uploadSubtitle(scope, none),
      { file: new File([], "lines.srt") },
      made,
      [first, second, made],
    ],
    [
      `POST ${path}/${first.id}/translate`,
      translateSubtitle(scope, none),
      { id: first.id, language: "fr" },
      made,
      [first, second, made],
    ],
    [`POST ${path}/${first.id}/retry`, retrySubtitle(scope), first.id, again, [second, again]],
  ])(
    "by %s is in the list, once, and has its minutes counted anew",
    async (call, one, input, answer, list) => {
      answers({ [call]: answer });
      await write(one, input);
      expect(shown()).toEqual(list);
      expect(isStale(subtitlesQuery(scope).queryKey)).toBe(true);
      expect(isStale(subscriptionQuery.queryKey)).toBe(true);
    },
  );

  it("begins no list that was not read", async () => {
    cache.removeQueries({ queryKey: subtitlesQuery(scope).queryKey });
    answers({ [`POST ${path}`]: made });
    await write(generateSubtitle(scope, none), {});
    expect(shown()).toBeUndefined();
  });
});

describe("a subtitle that is deleted", () => {
  it("is gone before it is answered, and back where it is refused", async () => {
    const answer = Promise.withResolvers<object>();
    answers({ [`DELETE ${path}/${first.id}`]: () => answer.promise });
    const outcome = write(deleteSubtitle(scope), first.id).catch(none);
    await expect.poll(shown).toEqual([second]);
    answer.resolve(refusal(409, "Not now"));
    await outcome;
    expect(shown()).toEqual([first, second]);
  });
});

describe("a subtitle that was edited", () => {
  it("is shown as it was stored to whoever reads it next", async () => {
    const read = withCues(first, { start: 0, end: 1, text: "As it was" });
    const stored = withCues({ ...first, version: 2 }, { start: 0, end: 1, text: "As it is" });
    const { queryKey } = subtitleQuery(scope, first.id);
    cache.setQueryData(queryKey, read);
    answers({ [`PUT ${path}/${first.id}`]: stored });
    await write(editSubtitle(scope), { id: first.id, cues: stored.cues, version: 1 });
    expect(cache.getQueryData(queryKey)).toEqual(stored);
    expect([queryKey, subtitlesQuery(scope).queryKey].map(isStale)).toEqual([true, true]);
  });

  it("is shown without the lines of parts that were cut out", async () => {
    const said = { start: 0, end: 1, text: "Here" };
    const stored = withCues(first, said, { start: 1, end: 2, text: "Gone", removed: true });
    const one = `${path}/${first.id}`;
    answers({ [`GET ${one}`]: stored, [`PUT ${one}`]: stored });
    expect((await cache.fetchQuery(subtitleQuery(scope, first.id))).cues).toEqual([said]);
    cache.clear();
    await write(editSubtitle(scope), { id: first.id, cues: stored.cues });
    expect(cache.getQueryData(subtitleQuery(scope, first.id).queryKey)?.cues).toEqual([said]);
  });
});
