import { expect, test } from "vitest";
import { presenceAt } from "#web/features/admin/active-users.tsx";

const now = Date.UTC(2026, 10, 22, 12);
const ago = (minutes: number) => presenceAt(new Date(now - minutes * 60_000).toISOString(), now);

test("people fade by the minute: online, away, idle, gone", () => {
  expect([0, 4.9].map(ago)).toEqual(["online", "online"]);
  expect([5, 9.9].map(ago)).toEqual(["away", "away"]);
  expect([10, 14.9].map(ago)).toEqual(["idle", "idle"]);
  expect(ago(15)).toBeUndefined();
});
