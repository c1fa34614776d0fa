import { growthDuring, lengthOf } from "#tests/support/growth.ts";
import type { Bench } from "./bench.ts";
import { LARGE, SEARCHED } from "./large-world.ts";
import { serveLarge } from "./serve-large.ts";
import type { Served } from "./served.ts";

/** The calls of the pages of the admin area, each page also with the calls that take longest. */
export const adminPages: Record<string, readonly string[]> = {
  dashboard: [
    "dashboard/stats",
    "dashboard/recent-activity",
    "dashboard/active-users",
    "dashboard/active-users?page=40",
  ],
  users: [
    "users",
    "users?page=250",
    "users?page=500",
    ...["username", "email", "role", "auth", "status", "plan", "joined"].flatMap((column) => [
      `users?sort=${column}&order=asc`,
      `users?sort=${column}&order=desc&page=250`,
    ]),
    "users?role=admin",
    "users?role=user&sort=username",
    "users?status=suspended",
    "users?auth=google",
    "users?plan=Pro",
    "users?plan=Pro&status=active&auth=password&role=user&sort=email&page=10",
    "users?search=person-99",
    "users?search=person-99123",
    ...["username", "email", "role", "auth", "status", "plan", "joined"].flatMap((column) => [
      `users?search=example.com&sort=${column}&order=asc`,
      `users?search=example.com&sort=${column}&page=250`,
    ]),
    "users?search=example.com&sort=username&status=active&auth=password&role=user&page=100",
    "users?search=nobody-is-called-so",
    "users?search=a",
    "users?search=zq",
    `users?search=${encodeURIComponent("Жанна")}`,
  ],
  "a person's page": [
    "users/00000001-0000-4000-8000-000000000001",
    "videos?owner=00000001-0000-4000-8000-000000000001",
    "audit?person=00000001-0000-4000-8000-000000000001",
  ],
  videos: [
    "videos",
    "videos?page=2500",
    "videos?page=5000",
    "videos?storage=google_drive&page=40",
    "videos?storage=local&page=2000",
    "videos?storage=s3",
    "videos?search=review",
    "videos?search=review&page=40",
    "videos?search=review&storage=google_drive",
    "videos?search=Standup%20777",
    "videos?search=person-99",
    "videos?search=example.com",
    "videos?search=nothing-is-called-so",
    "videos?search=e",
    "videos?search=e&page=500",
    "videos?search=77&page=100",
    "videos?search=zq",
    `videos?search=${encodeURIComponent("录屏")}`,
    `videos?search=${encodeURIComponent("запись экрана")}`,
  ],
  "the audit log": [
    "audit",
    "audit?page=500",
    "audit?kind=admin&page=20",
    "audit?act=user_suspended&search=person-7",
    "audit?search=person-77777",
    "audit?search=example.com",
    "audit?search=77",
    "audit?search=zq",
    `audit?search=${encodeURIComponent("Жанна")}`,
  ],
  analytics: ["7days", "30days", "90days", "1year"].map(
    (period) => `analytics?period=${period}&timezone=Asia/Kolkata`,
  ),
  "operations and settings": ["server", "jobs", "settings", "invitations"],
};

const ASKED = 20;

/** Pages with a search read all rows for some words, so they are asked in a smaller world than the others. */
const searched = ["users", "videos", "the audit log"];

export const adminCalls: Bench[] = Object.entries(adminPages).map(([page, calls]) => ({
  work: `admin area, ${page}: the slowest call among ${sizeFor(page).recordings.toLocaleString("en")} recordings of a tenth as many people (p95)`,
  unit: "ms",
  goal: { atMost: 300 },
  rounds: 1,
  async prepare() {
    const served = await serveLarge(sizeFor(page));
    return {
      async ours() {
        const all: number[] = [];
        for (const call of calls) all.push(await p95(served, call));
        return Math.max(...all);
      },
      close: served.close,
    };
  },
}));

function sizeFor(page: string) {
  return searched.includes(page) ? SEARCHED : LARGE;
}

export const largeReports: Bench[] = ["full", "audit"].map((report) => ({
  work: `memory that a report of a large server takes: ${report}`,
  unit: "MB",
  goal: { atMost: 64 },
  rounds: 1,
  async prepare() {
    const served = await serveLarge();
    const address = `${served.origin}/api/admin/reports/export/${report}?period=1year`;
    const headers = { Authorization: `Bearer ${served.token}` };
    const read = async () => lengthOf(await fetch(address, { headers }));
    await read(); // what the code itself takes is not the report's
    return {
      async ours() {
        const { value, growth } = await growthDuring(served.pid, read);
        if (value < 5e6) throw new Error(`The report has only ${value} bytes`);
        return growth / 2 ** 20;
      },
      close: served.close,
    };
  },
}));

/** One call at a time: nineteen of twenty answers take no longer. */
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
