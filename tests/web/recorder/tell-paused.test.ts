// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { pauseTeller } from "#web/features/recorder/send/tell-paused.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const id = crypto.randomUUID();
const say = `PUT /recordings/${id}/live`;
const said = (asked: unknown[][]) => asked.map(([, body]) => body);
const later = () => vi.advanceTimersByTimeAsync(10_000);

test("a pause that is lost is said again until there is an answer", async () => {
  const statuses = [503, 429, 409];
  const asked = answers({ [say]: () => refusal(statuses.shift() ?? 409, "Not now") });
  const teller = pauseTeller();
  teller.placed(id);
  teller.paused(true);
  await later();
  expect(said(asked)).toEqual([{ paused: true }, { paused: true }, { paused: true }]);
});

test("an old word is not said again after a newer one", async () => {
  let isAway = true;
  const asked = answers({ [say]: () => (isAway ? refusal(503, "Away") : refusal(409, "Over")) });
  const teller = pauseTeller();
  teller.placed(id);
  teller.paused(true);
  await vi.advanceTimersByTimeAsync(1);
  isAway = false;
  teller.paused(false);
  await later();
  expect(said(asked)).toEqual([{ paused: true }, { paused: false }]);
});

test("a pause from before there is a place for the recording is said with the place", async () => {
  const asked = answers({ [say]: refusal(409, "Over") });
  const teller = pauseTeller();
  teller.paused(true);
  await later();
  expect(asked).toEqual([]);
  teller.placed(id);
  teller.placed(id);
  await later();
  expect(said(asked)).toEqual([{ paused: true }]);
});
