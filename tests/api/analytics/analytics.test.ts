import { describe, expect, it } from "vitest";
import { foldMeasures } from "#api/features/analytics/keep-measures.ts";
import type { Analytics } from "#contract/analytics.ts";
import { type SignedIn, testApp } from "#tests/support/app.ts";
import { insertRecording } from "#tests/support/recordings.ts";
import { at, date, smallWorld } from "./world.ts";

const world = await testApp();
const { database } = world;
const admin = await smallWorld(world);

const read = async (who: SignedIn, query = ""): Promise<Analytics> =>
  (await who.call("GET", `/admin/analytics?timezone=UTC${query}`)).json();

describe("analytics of a server on which nothing has happened", () => {
  it("say so", async () => {
    const nobody = await (await testApp()).person({ role: "admin" });
    const { user_behavior, content_analytics, performance_metrics, by_day } = await read(nobody);
    expect(user_behavior).toEqual({
      most_active_users: [],
      peak_usage_hours: [],
      avg_session_duration: null,
    });
    expect(content_analytics).toMatchObject({
      total_uploads_this_month: 0,
      avg_videos_per_user: 0,
      storage_growth: [],
    });
    expect(content_analytics.popular_durations.map(({ count }) => count)).toEqual(Array(6).fill(0));
    expect(Object.values(performance_metrics)).toEqual([null, null, null, null]);
    expect(by_day).toEqual({ answers: [], uploads: [] });
  });
});

describe("analytics of a small world", () => {
  it("are what was counted by hand", async () => {
    const { by_day: _, ...sums } = await read(admin);
    expect(sums).toEqual(countedByHand());
  });

  it("are by the day what was counted by hand", async () => {
    const { answers, uploads } = (await read(admin)).by_day;
    expect(answers).toEqual([
      // All eight lie in the stretch from 3 to 5 ms.
      answersOn(20, { requests: 8, failures: 0, p50: 3 + 2 * 0.5, p95: 4.9, p99: 4.98 }),
      // One request ends the stretch to 50 ms; the other lies in that from 500 to 750.
      answersOn(2, { requests: 3, failures: 1, p50: 50, p95: 725, p99: 745 }),
    ]);
    const ofDay = new Map(uploads.map(({ date, ...counted }) => [date, counted]));
    expect(ofDay.size).toBe(30);
    expect(ofDay.get(date(2))).toEqual({ uploads: 2, interrupted: 0 });
    expect(ofDay.get(date(3))).toEqual({ uploads: 1, interrupted: 3 });
    expect(ofDay.get(date(4))).toEqual({ uploads: 0, interrupted: 0 });
  });

  it("are as long as the period", async () => {
    const { content_analytics: longer, user_behavior } = await read(admin, "&period=90days");
    expect(longer.storage_growth[0]).toEqual({ date: date(40), storage_gb: 1 });
    expect(longer.popular_durations[3]).toEqual({ range: "15–30 min", count: 1 });
    // 14 minutes more, and somebody who was seen once.
    expect(user_behavior.avg_session_duration).toBeCloseTo((20 + 10 + 0 + 14 + 0) / 5);
    expect((await read(admin, "&period=7days")).user_behavior.peak_usage_hours).toEqual([
      { hour: 12, count: 3 },
      { hour: 23, count: 1 },
    ]);
    expect((await admin.call("GET", "/admin/analytics?period=2days")).status).toBe(400);
  });

  it("stay the same when they are folded, however often", async () => {
    const both = async () => [await read(admin, "&period=1year"), await read(admin)];
    const before = await both();
    const service = database.asService("a test folds what it measured");
    for (let again = 0; again < 2; again++) await foldMeasures(service);
    expect(await both()).toEqual(before);
    const left = await database.pool`
      select (select count(*)::int from private.visits) as visits,
             (select count(*)::int from private.upload_measures where not folded
               and begins_at < now() - interval '20 minutes') as fresh`;
    expect([...left]).toEqual([{ visits: 0, fresh: 0 }]);
  });
});

describe("hours of the day", () => {
  it("are those of whoever asks, half hours included", async () => {
    const { person, database } = await testApp();
    const admin = await person({ role: "admin" });
    const service = database.asService("a test makes a recording");
    await service((sql) => insertRecording(sql, admin.id, { created_at: at(1, "18:40") }));
    const hours = async (zone: string) => {
      const answer = await admin.call("GET", `/admin/analytics?timezone=${zone}`);
      return (await answer.json()).user_behavior.peak_usage_hours;
    };
    expect(await hours("UTC")).toEqual([{ hour: 18, count: 1 }]);
    expect(await hours("Asia/Kolkata")).toEqual([{ hour: 0, count: 1 }]);
    expect(await hours("America/Sao_Paulo")).toEqual([{ hour: 15, count: 1 }]);
    for (const unknown of ["Mars/Olympus", encodeURIComponent("+05:30")]) {
      const refused = await admin.call("GET", `/admin/analytics?timezone=${unknown}`);
      expect([refused.status, (await refused.json()).code]).toEqual([400, "invalid_query"]);
    }
  });
});

function countedByHand(): Omit<Analytics, "by_day"> {
  const month = date(0).slice(0, 7);
  const uploadedOn = [2, 2, 10, 1, 40, 3].map((daysAgo) => date(daysAgo));
  // A GB of before; two more ten days ago; one and a half two days ago; a half came yesterday, and went today.
  const stored = [...Array(19).fill(1), ...Array(8).fill(3), 4.5, 5, 4.5];
  return {
    user_behavior: {
      most_active_users: [
        { username: "Ada", video_count: 2, storage_gb: 3 },
        { username: "Bob", video_count: 2, storage_gb: 0.5 },
      ],
      peak_usage_hours: [
        { hour: 8, count: 1 },
        { hour: 12, count: 3 },
        { hour: 23, count: 1 },
      ],
      // 20, 10 and, seen once, 0 minutes.
      avg_session_duration: 10,
    },
    content_analytics: {
      total_uploads_this_month: uploadedOn.filter((day) => day.startsWith(month)).length,
      // Five are left, of three people.
      avg_videos_per_user: 5 / 3,
      popular_durations: [
        { range: "< 1 min", count: 1 },
        { range: "1–5 min", count: 1 },
        { range: "5–15 min", count: 1 },
        { range: "15–30 min", count: 0 },
        { range: "30–60 min", count: 0 },
        { range: "≥ 60 min", count: 1 },
      ],
      storage_growth: stored.map((storage_gb, i) => ({ date: date(29 - i), storage_gb })),
    },
    performance_metrics: {
      // Five of the ten that were timed lie in the stretch from 3 to 5 ms, in which there are eight.
      api_response_time_ms: 3 + 2 * (5 / 8),
      error_rate_percentage: 100 / 11,
      // Four whole; one was cut short, two came to nothing.
      upload_success_rate: (100 * 4) / 7,
      transcription_success_rate: (100 * 2) / 3,
    },
  };
}

const answersOn = (
  daysAgo: number,
  told: { requests: number; failures: number; p50: number; p95: number; p99: number },
) => ({
  date: date(daysAgo),
  requests: told.requests,
  failures: told.failures,
  p50_ms: expect.closeTo(told.p50),
  p95_ms: expect.closeTo(told.p95),
  p99_ms: expect.closeTo(told.p99),
});
