// @vitest-environment happy-dom
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { ada } from "#tests/web/lib/people.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { keptForOffline } from "#web/lib/kept-answer.ts";
import { signIn, signOut } from "#web/lib/session.ts";

const away = new ApiError(0, "unreachable", undefined);
const somebody = (id: string) => signIn({ token: id, user: { ...ada, id } });

let cache: QueryClient;
let answer: number | Error;
const ask = async () => {
  if (answer instanceof Error) throw answer;
  return answer;
};
const queryOf = (name: string) => ({
  ...{ queryKey: [name], staleTime: Number.POSITIVE_INFINITY, retry: false },
  ...keptForOffline(name, z.number(), ask),
});
const read = (name = "room") => cache.fetchQuery(queryOf(name));

beforeEach(() => {
  localStorage.clear();
  somebody("ada");
  answer = 7;
});
beforeEach(() => {
  cache = new QueryClient();
});
afterEach(() => vi.useRealTimers());

/** Another visit: nothing is in memory. */
const visitAgain = () => cache.clear();

describe("an answer that is kept", () => {
  it("stands in for a server that cannot be reached, until the network is back", async () => {
    expect([await read("room"), await read("plan")]).toEqual([7, 7]);
    visitAgain();
    answer = away;
    expect([await read("room"), await read("plan")]).toEqual([7, 7]);
    answer = 8;
    expect(await read(), "it is not asked for again before").toBe(7);
    window.dispatchEvent(new Event("online"));
    expect(await read()).toBe(8);
  });

  it("is replaced on an open page when the network is back", async () => {
    await read();
    visitAgain();
    answer = away;
    const page = new QueryObserver(cache, queryOf("room"));
    const leave = page.subscribe(() => {});
    await expect.poll(() => page.getCurrentResult().data).toBe(7);
    answer = 8;
    window.dispatchEvent(new Event("online"));
    await expect.poll(() => page.getCurrentResult().data).toBe(8);
    leave();
  });

  it.each([502, 503])(
    "stands in for an answer of %i, until the trouble is over",
    async (status) => {
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      await read();
      visitAgain();
      answer = new ApiError(status, "database_unavailable", "The database is not available");
      expect(await read()).toBe(7);
      answer = 8;
      expect(await read(), "it is not asked for again at once").toBe(7);
      vi.advanceTimersByTime(10_000);
      expect(await read()).toBe(8);
    },
  );

  it("is never in the place of what a server says", async () => {
    await read();
    visitAgain();
    answer = new ApiError(403, "suspended", "This account is suspended");
    await expect(read()).rejects.toThrow("suspended");
    answer = new ApiError(500, "internal", "Something went wrong on our side");
    await expect(read()).rejects.toThrow("on our side");
  });

  it("is missing where it was never read, and where it is of another kind", async () => {
    answer = away;
    await expect(read()).rejects.toBe(away);
    localStorage.setItem(
      "kinora.kept",
      JSON.stringify({ userId: "ada", answers: { room: "much" } }),
    );
    await expect(read()).rejects.toThrow();
  });

  it("is of nobody else, and gone when its account signs out", async () => {
    await read();
    visitAgain();
    somebody("ben");
    answer = away;
    await expect(read()).rejects.toBe(away);
    somebody("ada");
    expect(await read()).toBe(7);
    somebody("ben");
    answer = 9;
    await read("plan");
    visitAgain();
    answer = away;
    await expect(read()).rejects.toBe(away);
    signOut();
    expect(localStorage.getItem("kinora.kept")).toBeNull();
  });
});
