import { growthDuring, lengthOf } from "#tests/support/growth.ts";
import type { Bench } from "./bench.ts";
import { fillLargeWorld, LARGE } from "./large-world.ts";
import { type Served, serve } from "./served.ts";

/** What the pages of the admin area ask for, each with what takes longest. */
export const adminCalls = [
  "dashboard/stats",
  "dashboard/recent-activity",
  "dashboard/active-users",
  "users",
  "users?search=person-99",
  "users?sort=username&order=asc&page=40",
  "users?plan=Pro&status=suspended",
  "users/00000001-0000-4000-8000-000000000001",
  "videos",
  "videos?page=40&storage=google_drive",
  "videos?search=review",
  "audit",
  "audit?act=user_suspended&search=person-7",
  "analytics?period=30days",
  "analytics?period=1year&timezone=Asia/Kolkata",
  "analytics/days?period=1year",
] as const;

const ASKED = 20;

export const adminPages: Bench = {
  work: "the slowest call of the admin area's pages, among 100,000 people and 1,000,000 recordings (p95)",
  unit: "ms",
  goal: { atMost: 300 },
  rounds: 1,
  async prepare() {
    const served = await serveLarge();
    return {
      async ours() {
        const all: number[] = [];
        for (const call of adminCalls) all.push(await p95(served, call));
        return Math.max(...all);
      },
      close: served.close,
    };
  },
};

export const largeReport: Bench = {
  work: "memory that a report of 1,000,000 rows takes",
  unit: "MB",
  goal: { atMost: 64 },
  rounds: 1,
  async prepare() {
    const served = await serveLarge();
    const headers = { Authorization: `Bearer ${served.token}` };
    return {
      async ours() {
        const { value, growth } = await growthDuring(served.pid, async () =>
          lengthOf(
            await fetch(`${served.origin}/api/admin/reports/export/full?period=1year`, { headers }),
          ),
        );
        if (value < 100e6) throw new Error(`The report has only ${value} bytes`);
        return growth / 2 ** 20;
      },
      close: served.close,
    };
  },
};

async function serveLarge(): Promise<Served> {
  const served = await serve();
  await fillLargeWorld(served.superuser, LARGE);
  return served;
}

/** One at a time: nineteen of twenty answers take no longer. */
export async function p95({ origin, token }: Pick<Served, "origin" | "token">, call: string) {
  const headers = { Authorization: `Bearer ${token}` };
  const took: number[] = [];
  for (let i = 0; i < ASKED; i++) {
    const started = performance.now();
    const answer = await fetch(`${origin}/api/admin/${call}`, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${call}: ${answer.status}`);
    took.push(performance.now() - started);
  }
  return took.toSorted((a, b) => a - b)[Math.ceil(ASKED * 0.95) - 1] ?? Number.NaN;
}
