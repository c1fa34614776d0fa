import { type MutationOptions, QueryClient, type QueryKey } from "@tanstack/react-query";
import { toast } from "sonner";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { devicesQuery, preferencesQuery } from "#web/data/account.ts";
import { statsQuery } from "#web/data/admin-dashboard.ts";
import { analyticsQuery } from "#web/data/analytics.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { configQuery } from "#web/data/config.ts";
import { commentsQuery, marksQuery, reactionsQuery } from "#web/data/discussion.ts";
import { driveQuery } from "#web/data/drive.ts";
import { editQuery } from "#web/data/edits.ts";
import { movesQuery } from "#web/data/moves.ts";
import { noticesQuery } from "#web/data/notices.ts";
import { mediaTokenQuery, recordingQuery, recordingsQuery } from "#web/data/recordings.ts";
import { secondFactorQuery } from "#web/data/second-factor.ts";
import { serverQuery } from "#web/data/server.ts";
import { invitationsQuery, serverSettingsQuery } from "#web/data/server-settings.ts";
import { sharedQuery, sharesQuery } from "#web/data/shares.ts";
import { storageUsageQuery, subscriptionQuery } from "#web/data/subscriptions.ts";
import { subtitleQuery, subtitlesQuery } from "#web/data/subtitles.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

/** The recording, the subtitle and so on of every call. */
export const ID = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a02";
export const scope = { recordingId: ID };
export const linked = { recordingId: ID, shareToken: "link" };

/** One key of each kind that a page may show. */
const read: Record<string, QueryKey> = {
  recordings: recordingsQuery({ limit: 10 }).queryKey,
  recording: recordingQuery(ID).queryKey,
  moves: movesQuery.queryKey,
  "media token": mediaTokenQuery(ID).queryKey,
  comments: commentsQuery(scope, "newest").queryKey,
  reactions: reactionsQuery(scope).queryKey,
  marks: marksQuery(scope).queryKey,
  "linked comments": commentsQuery(linked, "newest").queryKey,
  edit: editQuery(scope).queryKey,
  "linked edit": editQuery(linked).queryKey,
  subtitles: subtitlesQuery(scope).queryKey,
  subtitle: subtitleQuery(scope, ID).queryKey,
  chapters: chaptersQuery(scope).queryKey,
  shares: sharesQuery(ID).queryKey,
  shared: sharedQuery("link").queryKey,
  subscription: subscriptionQuery.queryKey,
  storage: storageUsageQuery.queryKey,
  preferences: preferencesQuery.queryKey,
  devices: devicesQuery.queryKey,
  "second factor": secondFactorQuery.queryKey,
  drive: driveQuery.queryKey,
  notices: noticesQuery.queryKey,
  admin: statsQuery.queryKey,
  analytics: analyticsQuery("30days").queryKey,
  server: serverQuery.queryKey,
  settings: serverSettingsQuery.queryKey,
  invitations: invitationsQuery.queryKey,
  config: configQuery.queryKey,
};
export const EVERYTHING = Object.keys(read);

type AnyWrite = MutationOptions<any, Error, any, any>; // any at all: each takes and answers something else

/**
 * A write with what it is given; the call that it makes; what is read anew after it was refused; and our words,
 * where the server had none. `ours`: also where it had some; or not at all then. No words: nobody is told, or the page does it.
 */
export type Row = [
  one: AnyWrite,
  input: unknown,
  call: string,
  stale: string,
  words?: string,
  ours?: "ours" | "unless theirs",
];

/** The readings that a write makes stale, and the last call that it made. */
async function carriedOut(one: AnyWrite, input: unknown, answer: Response) {
  let call = "";
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const { "X-Share-Token": link } = (init.headers ?? {}) as Record<string, string>; // as `request` makes them
    const parts = [init.method, url, init.body, link && `by ${link}`];
    call = parts.filter((part) => typeof part === "string").join(" ");
    return answer;
  });
  const cache = new QueryClient();
  for (const queryKey of Object.values(read)) cache.getQueryCache().build(cache, { queryKey });
  const mutation = cache.getMutationCache().build(cache, one);
  await mutation.execute(input).catch(() => {});
  const stale = EVERYTHING.filter((name) => isStale(cache, name)).join(", ");
  cache.clear();
  return { call, stale };
}

/** A write that the server refuses twice: without a word, and with some. */
async function refused([one, input]: Row) {
  const said: unknown[][] = [];
  const refuse = async (body: object) => {
    const done = await carriedOut(one, input, Response.json(body, { status: 409 }));
    said.push(await saidSince("error"));
    return done;
  };
  await refuse({});
  return { ...(await refuse({ message: THEIRS, error: THEIRS, code: "no" })), said };
}

const THEIRS = "The server's words";

const isStale = (cache: QueryClient, name: string) =>
  cache.getQueryState(read[name] ?? [])?.isInvalidated;

/** The words of the toasts of this kind; all of them go at once. */
async function saidSince(kind: "error" | "success") {
  await loadToasts();
  const shown = toast.getToasts().filter((one) => "type" in one && one.type === kind);
  toast.dismiss();
  return shown.map((one) => "title" in one && one.title);
}

/** The rules for each of them, however different they are. */
export function itIsRefused(rows: readonly Row[]) {
  withoutDrawing();
  it.each(rows.map((row): [string, Row] => [row[2], row]))("%s", async (_, row) => {
    const [, , call, stale, words, ours] = row;
    const known = ours === "unless theirs" ? [] : [ours ? words : THEIRS];
    const said = words ? [[words], known] : [[], []];
    expect(await refused(row)).toEqual({ call, stale, said });
  });
}

/** The form says what is wrong with a field of it, and nothing else says so once more. */
export function itIsSaidAtItsField(rows: readonly [one: AnyWrite, input: unknown, call: string][]) {
  withoutDrawing();
  it.each(rows.map((row): [string, typeof row] => [row[2], row]))("%s", async (_, row) => {
    const [one, input, call] = row;
    const body = { message: THEIRS, error: THEIRS, code: "invalid", fields: { name: "Not so" } };
    const done = await carriedOut(one, input, Response.json(body, { status: 422 }));
    expect(done.call).toBe(call);
    expect(await saidSince("error")).toEqual([]);
  });
}

/** A write with what it is given; its call, and the answer; what is read anew then, and what is said of it. */
export type DoneRow = [
  one: AnyWrite,
  input: unknown,
  call: string,
  answer: object,
  stale: string,
  words?: string,
];

export function itIsDone(rows: readonly DoneRow[]) {
  withoutDrawing();
  it.each(rows.map((row): [string, DoneRow] => [row[2], row]))("%s", async (_, row) => {
    const [one, input, call, answer, stale, words] = row;
    expect(await carriedOut(one, input, Response.json(answer))).toEqual({ call, stale });
    expect(await saidSince("success")).toEqual(words === undefined ? [] : [words]);
  });
}

function withoutDrawing() {
  beforeAll(async () => void (await loadToasts()));
  // Toasts are drawn by a timer: what is said is read before that.
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.clearAllTimers();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
