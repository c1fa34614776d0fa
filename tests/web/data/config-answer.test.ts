import { QueryClient } from "@tanstack/react-query";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { answers, refusal } from "#tests/web/lib/answers.ts";

// Each visit of the site begins without an answer.
beforeEach(() => void vi.resetModules());
const visit = () => import("#web/data/config-answer.ts");

const path = "GET /config";

describe("what a server offers", () => {
  it.each<[answer: object, clientId: string | null, mail: boolean]>([
    [{ google_client_id: "client", mail: true }, "client", true],
    [{ google_client_id: null, mail: false }, null, false],
    [{ google_client_id: 7, mail: "yes" }, null, false],
    [{}, null, false],
    [[], null, false],
  ])("of %j is read by hand, and asked for once", async (answer, clientId, mail) => {
    const asked = answers({ [path]: answer });
    const { googleClientIdQuery, canSendMailQuery } = await visit();
    const cache = new QueryClient();
    const read = [cache.fetchQuery(googleClientIdQuery), cache.fetchQuery(canSendMailQuery)];
    expect(await Promise.all(read)).toEqual([clientId, mail]);
    expect(await cache.fetchQuery(googleClientIdQuery)).toBe(clientId);
    expect(asked).toEqual([[path]]);
  });

  it("is asked for again where it could not be", async () => {
    const { configAnswer } = await visit();
    answers({ [path]: refusal(503, "Away") });
    await expect(configAnswer()).rejects.toThrow();
    answers({ [path]: { mail: true } });
    expect(await configAnswer()).toEqual({ mail: true });
  });

  it("is all that stays of what was read, when somebody else is there", async () => {
    const { canSendMailQuery, forgetWhatWasRead, googleClientIdQuery } = await visit();
    const cache = new QueryClient();
    const read = [["config"], googleClientIdQuery.queryKey, canSendMailQuery.queryKey];
    for (const key of [...read, ["recordings", "list"], ["config of another kind"]])
      cache.setQueryData(key, "read");
    const sending = cache.getMutationCache().build(cache, { mutationFn: async () => "sent" });
    await sending.execute(undefined);
    forgetWhatWasRead(cache);
    const left = cache.getQueryCache().getAll();
    expect(left.map(({ queryKey }) => queryKey)).toEqual(read);
    expect(cache.getMutationCache().getAll()).toEqual([]);
  });
});
