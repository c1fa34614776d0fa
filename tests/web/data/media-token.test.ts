// @vitest-environment happy-dom
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { MediaToken } from "#contract/recordings.ts";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { mediaTokenQuery } from "#web/data/recordings.ts";
import { createQueryClient } from "#web/lib/query.ts";

const server = await answeringServer();
afterAll(() => server.stop());

const HOUR = 3_600_000;

test.each([
  ["more than an hour before its end, it is used again", 0, 4.9, 1],
  ["within an hour of its end, another is asked for", 0, 5.1, 2],
  ["a clock that is a day fast changes nothing", -24, 4.9, 1],
  ["a clock that is a day slow changes nothing", 24, 5.1, 2],
])("of a media token: %s", async (_, ahead, hours, requests) => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let asked = 0;
  const expires_at = new Date(Date.now() + (ahead + 6) * HOUR).toISOString();
  server.state.answer = () => ({ body: MediaToken.parse({ token: `${++asked}`, expires_at }) });
  const cache = createQueryClient();
  await cache.fetchQuery(mediaTokenQuery("r"));
  vi.setSystemTime(Date.now() + hours * HOUR);
  await cache.fetchQuery(mediaTokenQuery("r"));
  expect(asked).toBe(requests);
});
