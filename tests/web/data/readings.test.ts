// @vitest-environment happy-dom
import { hashKey, QueryClient, type QueryKey, QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { devicesQuery, preferencesQuery } from "#web/data/account.ts";
import { activeUsersQuery, activityQuery, statsQuery } from "#web/data/admin-dashboard.ts";
import { usersQuery } from "#web/data/admin-users.ts";
import { videoQuery, videosQuery } from "#web/data/admin-videos.ts";
import { analyticsQuery } from "#web/data/analytics.ts";
import { auditQuery } from "#web/data/audit.ts";
import { chaptersQuery } from "#web/data/chapters.ts";
import { commentsQuery, marksQuery, reactionsQuery } from "#web/data/discussion.ts";
import {
  editQuery,
  originalTranscriptQuery,
  silencesQuery,
  waveformQuery,
} from "#web/data/edits.ts";
import { foldersQuery } from "#web/data/folders.ts";
import { movesQuery } from "#web/data/moves.ts";
import { noticesQuery } from "#web/data/notices.ts";
import { watchersQuery } from "#web/data/others-watching.ts";
import {
  mediaTokenQuery,
  recordingQuery,
  recordingsKey,
  recordingsQuery,
  thumbnailQuery,
} from "#web/data/recordings.ts";
import { jobsQuery, serverQuery } from "#web/data/server.ts";
import { announcementQuery } from "#web/data/server-settings.ts";
import { sharedWithMeQuery } from "#web/data/shared-with-me.ts";
import { sharedQuery, sharesQuery } from "#web/data/shares.ts";
import { signUpQuery } from "#web/data/sign-up.ts";
import {
  paymentQuery,
  plansQuery,
  storageUsageQuery,
  subscriptionQuery,
} from "#web/data/subscriptions.ts";
import { subtitleQuery, subtitlesQuery } from "#web/data/subtitles.ts";
import { trashQuery } from "#web/data/trash.ts";
import { viewersQuery } from "#web/data/viewers.ts";
import { ApiError } from "#web/lib/api-error.ts";

afterEach(() => vi.unstubAllGlobals());

const one = { recordingId: "r" };
const by = (shareToken: string) => ({ ...one, shareToken });

type Reading = { queryKey: QueryKey; queryFn?: unknown };
const asked = (reading: unknown) => reading as Reading; // each answers something else

const people = { page: 1, search: "", sort: "username", order: "asc" } as const;
const videos = { page: 2, search: "", storage: "all" } as const;
const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);

const readings: [call: string, reading: Reading][] = [
  [
    "GET /api/recordings?limit=10&offset=20&search=a&sort=title",
    asked(recordingsQuery({ limit: 10, offset: 20, search: "a", sort: "title" })),
  ],
  [
    "GET /api/recordings?limit=10&offset=10&search=a&sort=title",
    asked(recordingsQuery({ limit: 10, offset: 10, search: "a", sort: "title" })),
  ],
  ["GET /api/recordings?limit=3", asked(recordingsQuery({ limit: 3 }))],
  ["GET /api/recordings/r", asked(recordingQuery("r"))],
  ["GET /api/recordings/q", asked(recordingQuery("q"))],
  ["GET /api/recordings/r/thumbnail", asked(thumbnailQuery("r", "p"))],
  ["POST /api/recordings/r/media-token", asked(mediaTokenQuery("r"))],
  [
    "POST /api/recordings/r/media-token by link",
    asked(mediaTokenQuery("r", { "X-Share-Token": "link" })),
  ],
  ["GET /api/recordings/move-all", asked(movesQuery)],
  [
    "GET /api/recordings/r/comments?sort=newest&limit=50&offset=0",
    asked(commentsQuery(one, "newest")),
  ],
  ["GET /api/recordings/r/comments?sort=time&limit=50&offset=0", asked(commentsQuery(one, "time"))],
  [
    "GET /api/recordings/r/comments?sort=time&limit=50&offset=0 by link",
    asked(commentsQuery(by("link"), "time")),
  ],
  [
    "GET /api/recordings/r/comments?sort=time&limit=50&offset=0&done=false",
    asked(commentsQuery(one, "time", "open")),
  ],
  ["GET /api/recordings/r/reactions", asked(reactionsQuery(one))],
  ["GET /api/recordings/r/reactions by link", asked(reactionsQuery(by("link")))],
  ["GET /api/recordings/r/marks", asked(marksQuery(one))],
  ["GET /api/recordings/r/marks by other", asked(marksQuery(by("other")))],
  ["GET /api/recordings/r/chapters", asked(chaptersQuery(one))],
  ["GET /api/recordings/r/chapters by link", asked(chaptersQuery(by("link")))],
  ["GET /api/recordings/r/subtitles", asked(subtitlesQuery(one))],
  ["GET /api/recordings/r/subtitles by link", asked(subtitlesQuery(by("link")))],
  ["GET /api/recordings/r/subtitles/s", asked(subtitleQuery(one, "s"))],
  ["GET /api/recordings/r/subtitles/s by link", asked(subtitleQuery(by("link"), "s"))],
  ["GET /api/recordings/r/shares", asked(sharesQuery("r"))],
  ["GET /api/recordings/r/edit", asked(editQuery(one))],
  ["GET /api/recordings/r/edit by link", asked(editQuery(by("link")))],
  ["GET /api/recordings/r/silences?longer_than=1.5", asked(silencesQuery(one, 1.5))],
  ["GET /api/recordings/r/silences?longer_than=2", asked(silencesQuery(one, 2))],
  ["GET /api/recordings/r/waveform by link", asked(waveformQuery(by("link")))],
  ["GET /api/recordings/r/transcript?original=true", asked(originalTranscriptQuery(one))],
  ["GET /api/shared/link by link", asked(sharedQuery("link"))],
  ["GET /api/recordings/r/watchers?keys=a%2Cb", asked(watchersQuery("r", ["a", "b"]))],
  ["GET /api/recordings/r/viewers", asked(viewersQuery("r"))],
  ["GET /api/recordings/r/viewers?share_id=s", asked(viewersQuery("r", "s"))],
  ["GET /api/folders", asked(foldersQuery)],
  ["GET /api/trash?limit=20&offset=20", asked(trashQuery(2))],
  ["GET /api/shared-with-me?limit=20&offset=0", asked(sharedWithMeQuery(1))],
  ["GET /api/notices?limit=30", asked(noticesQuery)],
  ["GET /api/user/sessions", asked(devicesQuery)],
  ["GET /api/subscriptions/current", asked(subscriptionQuery)],
  ["GET /api/subscriptions/storage-usage", asked(storageUsageQuery)],
  ["POST /api/subscriptions/refresh", asked(paymentQuery)],
  ["GET /api/sign-up", asked(signUpQuery(undefined))],
  ["GET /api/sign-up?invitation=i", asked(signUpQuery("i"))],
  ["GET /api/admin/users?page=1&sort=username&order=asc", asked(usersQuery(people))],
  [
    "GET /api/admin/users?page=1&role=admin&sort=username&order=asc",
    asked(usersQuery({ page: 1, search: "", role: "admin", sort: "username", order: "asc" })),
  ],
  ["GET /api/admin/videos?page=2&storage=all", asked(videosQuery(videos))],
  ["GET /api/admin/videos/v", asked(videoQuery("v"))],
  ["GET /api/admin/audit?page=2", asked(auditQuery({ page: 2 }))],
  ["GET /api/admin/dashboard/active-users?page=2", asked(activeUsersQuery(2))],
  [`GET /api/admin/analytics?period=30days&timezone=${zone}`, asked(analyticsQuery("30days"))],
  [`GET /api/admin/analytics?period=7days&timezone=${zone}`, asked(analyticsQuery("7days"))],
];

describe("a reading", () => {
  it.each(readings)("asks %s", async (call, { queryKey, queryFn }) => {
    let made = "";
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const { "X-Share-Token": link } = (init.headers ?? {}) as Record<string, string>; // as `request` makes them
      made = [init.method, url, link && `by ${link}`].filter(Boolean).join(" ");
      return Response.json({}, { status: 404 });
    });
    if (typeof queryFn !== "function") throw new Error("asks nothing");
    const signal = new AbortController().signal;
    const context = { client: new QueryClient(), queryKey, signal, meta: undefined, pageParam: 0 };
    await Promise.resolve(queryFn(context)).catch(() => {});
    expect(made).toBe(call);
  });

  it("is kept apart from every other one", () => {
    const keys = readings.map(([, { queryKey }]) => hashKey(queryKey));
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it("of another picture of the same recording is another one", () => {
    expect(thumbnailQuery("r", "a").queryKey).not.toEqual(thumbnailQuery("r", "b").queryKey);
  });
});

test("what makes recordings stale leaves tokens and pictures as they are", () => {
  const start = (queryKey: QueryKey) => queryKey[0] === recordingsKey[0];
  const within = [recordingsQuery(), recordingQuery("r"), movesQuery].map((one) =>
    start(one.queryKey),
  );
  const without = [mediaTokenQuery("r"), thumbnailQuery("r", "p")].map((one) =>
    start(one.queryKey),
  );
  expect([within, without]).toEqual([
    [true, true, true],
    [false, false],
  ]);
});

test("a token to watch with is not asked for again because somebody came back", () => {
  expect(mediaTokenQuery("r")).toMatchObject({
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
});

test("nobody is asked who watches where there is nobody", () => {
  expect(watchersQuery("r", []).enabled).toBe(false);
  expect(watchersQuery("r", ["a"]).enabled).toBe(true);
});

test.each<[what: string, one: unknown, next: unknown]>([
  ["recordings", recordingsQuery({ offset: 0 }), recordingsQuery({ offset: 10 })],
  ["the log", auditQuery({ page: 1 }), auditQuery({ page: 2 })],
  ["who is there", activeUsersQuery(1), activeUsersQuery(2)],
  ["who watches", watchersQuery("r", ["a"]), watchersQuery("r", ["a", "b"])],
  ["sums", analyticsQuery("7days"), analyticsQuery("30days")],
])("of %s, what was shown stays while another page is read", (what, one, next) => {
  const cache = new QueryClient();
  const shown = { watchers: ["shown"] };
  cache.setQueryData(asked(one).queryKey, shown);
  const options = (of: unknown) => ({ ...Object(of), enabled: false });
  const page = new QueryObserver(cache, options(one));
  const leave = page.subscribe(() => {});
  page.setOptions(options(next));
  const { data, isPlaceholderData } = page.getCurrentResult();
  expect({ data, isPlaceholderData }).toEqual({
    data: what === "who watches" ? shown.watchers : shown,
    isPlaceholderData: true,
  });
  leave();
});

test("what is paid is asked once, and is not remembered; plans are for ten minutes, pictures for good", () => {
  expect(paymentQuery).toMatchObject({ retry: false, gcTime: 0 });
  expect(watchersQuery("r", ["a"]).gcTime).toBe(0);
  expect(plansQuery.staleTime).toBe(600_000);
  expect(thumbnailQuery("r", "p").staleTime).toBe(Infinity);
});

describe("what is read anew by itself", () => {
  const every = (
    { refetchInterval }: { refetchInterval?: unknown },
    data?: unknown,
    error?: unknown,
  ) =>
    typeof refetchInterval === "function"
      ? refetchInterval({ state: { data, error } })
      : refetchInterval;

  it("is what is under way, every few seconds", () => {
    const list = (...states: string[]) => ({ subtitles: states.map((status) => ({ status })) });
    const subtitles = subtitlesQuery(one);
    expect(every(subtitles, list("ready", "running"))).toBe(5_000);
    expect(every(subtitles, list("queued"))).toBe(5_000);
    expect(every(subtitles, list("ready", "failed"))).toBe(false);
    expect(every(subtitles)).toBe(false);
  });

  it("is a link: soon while its video arrives, else within the minute, and never one that is refused", () => {
    const view = (status: string) => ({ recording: { status } });
    const shared = sharedQuery("link");
    expect(every(shared, view("recording"))).toBe(3_000);
    expect(every(shared, view("ready"))).toBe(40_000);
    expect(every(shared)).toBe(40_000);
    expect(every(shared, view("ready"), new ApiError(404, "x", undefined))).toBe(false);
    expect(every(shared, view("ready"), new ApiError(503, "x", undefined))).toBe(40_000);
  });

  it("is a folder behind a link now and then, a video that is live, one that is cut, and what was thrown away", () => {
    const shared = sharedQuery("link");
    expect(every(shared, { kind: "folder" })).toBe(15_000);
    expect(every(shared, { recording: { status: "recording", live: {} } })).toBe(8_000);
    expect(every(shared, undefined, new ApiError(403, "being_edited", undefined))).toBe(3_000);
    expect(every(shared, undefined, new ApiError(410, "x", undefined))).toBe(3_000);
  });

  it("is a cut that is being made, and sound that is not measured yet", () => {
    expect(every(editQuery(one), { status: "rendering" })).toBe(2_000);
    expect(every(editQuery(one), { status: "ready" })).toBe(false);
    for (const sound of [silencesQuery(one, 1), waveformQuery(one)]) {
      expect(every(sound, undefined, new ApiError(409, "not_measured", undefined))).toBe(2_000);
      expect(every(sound, undefined, new ApiError(409, "no_sound", undefined))).toBe(false);
      expect(every(sound, {}, null)).toBe(false);
    }
  });

  it("is how the server is, every ten seconds, and what everybody is told, every five minutes", () => {
    expect([serverQuery, jobsQuery, announcementQuery].map((one) => every(one))).toEqual([
      10_000, 10_000, 300_000,
    ]);
  });

  it("is what an admin sees first, every minute", () => {
    const shown = [statsQuery, activityQuery, activeUsersQuery(1)];
    expect(shown.map((one) => every(one))).toEqual([60_000, 60_000, 60_000]);
  });
});

describe("preferences", () => {
  const read = (status: number) => {
    const body = { error: "No", message: "No", code: "no" };
    vi.stubGlobal("fetch", async () => Response.json(body, { status }));
    return new QueryClient().fetchQuery({ ...preferencesQuery, retry: false });
  };

  it("that nobody has made are the defaults, and that could not be read are not", async () => {
    expect(await read(404)).toMatchObject({ recording_quality: "high", include_audio: true });
    await expect(read(500)).rejects.toBeInstanceOf(ApiError);
  });
});
