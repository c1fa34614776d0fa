// @vitest-environment happy-dom
import { afterAll, expect, test } from "vitest";
import { MediaToken } from "#contract/recordings.ts";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { mediaTokenQuery } from "#web/data/recordings.ts";
import { createQueryClient } from "#web/lib/query.ts";

const server = await answeringServer();
afterAll(() => server.stop());

test.each([
  ["more than an hour before its end, it is used again", 3_660, 1],
  ["within an hour of its end, another is asked for", 3_540, 2],
])("of a media token: %s", async (_, seconds, requests) => {
  let asked = 0;
  const expires_at = new Date(Date.now() + seconds * 1000).toISOString();
  server.state.answer = () => ({ body: MediaToken.parse({ token: `${++asked}`, expires_at }) });
  const cache = createQueryClient();
  for (const _again of [1, 2]) await cache.fetchQuery(mediaTokenQuery("r"));
  expect(asked).toBe(requests);
});
