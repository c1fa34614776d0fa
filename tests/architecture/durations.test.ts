import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as durations from "#contract/durations.ts";
import { isScript, sourceFiles } from "./sources.ts";

const HOME = "api/contract/durations.ts";

/** Durations that are as long by chance: nothing follows for one when the other changes. */
const OF_THEIR_OWN: Record<string, string> = {
  "api/jobs/work.ts": "subscriptions are compared once a day",
  "api/contract/contact-sheets.ts": "the longest step between two pictures",
  "api/features/drive/walk-drives.ts": "a drive is walked once a day",
  "api/features/auth/register.ts": "a mail's invitation",
  "api/features/account/tell-owners.ts": "what is older needs no letter",
  "api/features/notices/forget.ts": "watchers are counted by the day",
  "api/features/recordings/media-routes.ts": "pictures are counted by the day",
  "api/features/shares/prove-email.ts": "how long a letter is tried",
  "api/platform/keys.ts": "how long an address can be proven by a letter",
  "api/features/uploads/close-stale-uploads.ts": "room is held for a process, not for an upload",
  "web/src/features/account/keep-alive.ts": "how often a session is renewed",
};

const UNITS: Record<string, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
const values = new Set<number>(Object.values(durations));
const isKnown = (number: number) => values.has(number) || values.has(number / 1000);

test("no duration on which two parts agree is written a second time", () => {
  const product = sourceFiles().filter(
    (file) => isScript(file) && /^(api|web\/src)\//.test(file) && file !== HOME,
  );
  const found = product.filter((file) => readFileSync(file, "utf8").split("\n").some(saysOne));
  expect(found.toSorted()).toEqual(Object.keys(OF_THEIR_OWN).toSorted());
});

function saysOne(line: string): boolean {
  if (/^\s*(\/?\*|\/\/)/.test(line)) return false;
  const counted = line.replaceAll(/\b(HOUR|DAY)\b/g, (unit) => (unit === "DAY" ? "86400" : "3600"));
  const products = counted.match(/(?<![\w.])\d[\d_]*(?: \* \d[\d_]*)*(?![\w.])/g) ?? [];
  const texts = line.matchAll(/["'`](\d+) (second|minute|hour|day)s?["'`]/g);
  return (
    products.some((text) => isKnown(productOf(text))) ||
    [...texts].some(([, count, unit = ""]) => values.has(Number(count) * (UNITS[unit] ?? 0)))
  );
}

const productOf = (text: string) =>
  text
    .split(" * ")
    .map((factor) => Number(factor.replaceAll("_", "")))
    .reduce((product, factor) => product * factor, 1);
