// @vitest-environment happy-dom
import { QueryObserver } from "@tanstack/react-query";
import { afterAll, expect, test } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { sharedQuery } from "#web/data/shares.ts";
import { createQueryClient } from "#web/lib/query.ts";

const server = await answeringServer();
afterAll(() => server.stop());

test("a link that is refused is asked for once, by the page's loader and its parts together", async () => {
  const asked: (string | undefined)[] = [];
  server.state.answer = ({ url }) => {
    asked.push(url);
    return {
      status: 404,
      body: { error: "Not found", message: "Gone", code: "share_unavailable" },
    };
  };
  const cache = createQueryClient();
  await cache.ensureQueryData(sharedQuery("refused")).catch(() => undefined);
  const part = new QueryObserver(cache, sharedQuery("refused"));
  const leave = part.subscribe(() => {});
  expect(part.getCurrentResult()).toMatchObject({ status: "error", fetchStatus: "idle" });
  expect(asked).toEqual(["/api/shared/refused"]);
  // A page that wants to know anew, as after signing in, still can.
  await cache.invalidateQueries({ queryKey: sharedQuery("refused").queryKey });
  expect(asked).toHaveLength(2);
  leave();
});
