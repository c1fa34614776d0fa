// @vitest-environment happy-dom
import { MutationObserver, QueryClient, QueryObserver, queryOptions } from "@tanstack/react-query";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { serversWords, type Write, write } from "#web/data/write.ts";
import { ApiError } from "#web/lib/api-error.ts";

interface Thing {
  name: string;
  size: number;
}

const thingsKey = ["things"];
const thingQuery = queryOptions({ queryKey: [...thingsKey, "one"], queryFn: () => server });

let server: Thing;
let cache: QueryClient;
/** Answers of the server, each as the test gives it. */
let answers: PromiseWithResolvers<Thing>[];
/** The writes that have been sent, in order. */
let sent: Partial<Thing>[];

beforeEach(async () => {
  server = { name: "old", size: 1 };
  cache = new QueryClient();
  answers = [];
  sent = [];
  await cache.fetchQuery(thingQuery);
});
afterEach(() => {
  cache.clear();
  cleanup();
});

const shown = () => cache.getQueryData(thingQuery.queryKey);
const isStale = () => cache.getQueryState(thingQuery.queryKey)?.isInvalidated;
const refusal = (said: string | undefined, status = 409, fields = {}) =>
  new ApiError(status, "no", said, fields);

const change: Write<Partial<Thing>, Thing> = {
  send: (part) => {
    const answer = Promise.withResolvers<Thing>();
    sent.push(part);
    answers.push(answer);
    return answer.promise;
  },
  stale: thingsKey,
  show: (client, part) =>
    client.setQueryData(thingQuery.queryKey, (now) => now && { ...now, ...part }),
  failure: serversWords("Failed to change"),
};

/** Acts as a component does: the outcome is looked at, so it is never an unhandled rejection. */
function begin<Input, Answer>(one: Write<Input, Answer>, input: Input) {
  const observer = new MutationObserver(cache, write(one));
  return observer.mutate(input).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
}

const sentSoFar = (count: number) => expect.poll(() => answers.length).toBe(count);

describe("an optimistic write", () => {
  it("is shown before it is answered, and read anew when it is", async () => {
    const outcome = begin(change, { name: "new" });
    await sentSoFar(1);
    expect(shown()).toEqual({ name: "new", size: 1 });
    expect(isStale()).toBe(false);
    answers[0]?.resolve({ name: "new", size: 1 });
    await outcome;
    expect(shown()).toEqual({ name: "new", size: 1 });
    expect(isStale()).toBe(true);
  });

  it("that is refused is taken back, and read anew all the same", async () => {
    const outcome = begin(change, { name: "new" });
    await sentSoFar(1);
    answers[0]?.reject(refusal("Somebody else was faster"));
    expect(await outcome).toHaveProperty("error");
    expect(shown()).toEqual({ name: "old", size: 1 });
    expect(isStale()).toBe(true);
  });

  it("that is refused later goes back to what was read since, not to what was before the first", async () => {
    const first = begin(change, { name: "new" });
    await sentSoFar(1);
    answers[0]?.resolve({ name: "new", size: 1 });
    await first;
    cache.setQueryData(thingQuery.queryKey, { name: "read since", size: 3 });
    const second = begin(change, { size: 4 });
    await sentSoFar(2);
    answers[1]?.reject(refusal(undefined));
    await second;
    expect(shown()).toEqual({ name: "read since", size: 3 });
  });

  it("is not overwritten by what was being read when it began", async () => {
    const late = Promise.withResolvers<Thing>();
    const reading = cache.fetchQuery({ ...thingQuery, queryFn: () => late.promise });
    reading.catch(() => {}); // it is broken off, which is the point
    const outcome = begin(change, { name: "new" });
    await sentSoFar(1);
    late.resolve({ name: "read before", size: 1 });
    expect(await reading.catch(() => "broken off")).not.toMatchObject({ name: "read before" });
    expect(shown()).toMatchObject({ name: "new" });
    answers[0]?.resolve(server);
    await outcome;
  });
});

describe("a session that ends while something is written", () => {
  it("finds nothing of it in the cache afterwards", async () => {
    const outcome = begin(change, { name: "new" });
    await sentSoFar(1);
    cache.removeQueries({ queryKey: thingsKey });
    answers[0]?.reject(refusal(undefined, 401));
    await outcome;
    expect(shown()).toBeUndefined();
  });
});

describe("two writes in a row", () => {
  const both = async () => {
    const outcomes = [begin(change, { name: "new" }), begin(change, { size: 2 })];
    await expect.poll(shown).toEqual({ name: "new", size: 2 });
    await sentSoFar(1);
    return outcomes;
  };

  it("are sent in their order, the second when the first is answered", async () => {
    const outcomes = await both();
    expect(sent).toEqual([{ name: "new" }]);
    answers[0]?.resolve({ name: "new", size: 1 });
    await sentSoFar(2);
    expect(sent).toEqual([{ name: "new" }, { size: 2 }]);
    answers[1]?.resolve({ name: "new", size: 2 });
    await Promise.all(outcomes);
  });

  it("are both shown until both are through, and then read anew once", async () => {
    const outcomes = await both();
    answers[0]?.resolve({ name: "new", size: 1 });
    await outcomes[0];
    expect(isStale()).toBe(false);
    expect(shown()).toEqual({ name: "new", size: 2 });
    await sentSoFar(2);
    answers[1]?.resolve({ name: "new", size: 2 });
    await outcomes[1];
    expect(isStale()).toBe(true);
  });

  it("do not undo each other when the first is refused", async () => {
    const outcomes = await both();
    answers[0]?.reject(refusal(undefined));
    await outcomes[0];
    expect(shown()).toEqual({ name: "old", size: 2 });
    await sentSoFar(2);
    answers[1]?.resolve({ name: "old", size: 2 });
    await outcomes[1];
    expect(shown()).toEqual({ name: "old", size: 2 });
  });

  it("do not undo each other when the second is refused", async () => {
    const outcomes = await both();
    answers[0]?.resolve({ name: "new", size: 1 });
    await sentSoFar(2);
    answers[1]?.reject(refusal(undefined));
    await Promise.all(outcomes);
    expect(shown()).toEqual({ name: "new", size: 1 });
  });

  it("do not undo each other when the first is answered with all of it", async () => {
    const keep = (client: QueryClient, answer: Thing) =>
      client.setQueryData(thingQuery.queryKey, answer);
    const outcomes = [
      begin({ ...change, keep }, { name: "new" }),
      begin({ ...change, keep }, { size: 2 }),
    ];
    await sentSoFar(1);
    answers[0]?.resolve({ name: "new, trimmed", size: 1 });
    await outcomes[0];
    expect(shown()).toEqual({ name: "new, trimmed", size: 2 });
    await sentSoFar(2);
    answers[1]?.reject(refusal(undefined));
    await outcomes[1];
    expect(shown()).toEqual({ name: "new, trimmed", size: 1 });
  });
});

describe("a write that is not optimistic", () => {
  const plain: Write<Partial<Thing>, Thing> = {
    send: change.send,
    keep: (client, answer) => client.setQueryData(thingQuery.queryKey, answer),
  };

  it("is shown as it was answered, and what it names is read anew", async () => {
    const outcome = begin({ ...plain, stale: thingsKey }, { name: "new" });
    await sentSoFar(1);
    expect(shown()).toEqual({ name: "old", size: 1 });
    answers[0]?.resolve({ name: "new", size: 1 });
    await outcome;
    expect(shown()).toEqual({ name: "new", size: 1 });
    expect(isStale()).toBe(true);
  });

  it("leaves everything fresh where its answer is all that has changed", async () => {
    const outcome = begin(plain, { name: "new" });
    await sentSoFar(1);
    answers[0]?.resolve({ name: "new", size: 1 });
    await outcome;
    expect(isStale()).toBe(false);
  });

  it("leaves everything as it is where a refusal has changed nothing", async () => {
    const asked: Write<Partial<Thing>, Thing> = {
      send: change.send,
      stale: thingsKey,
      staleIfRefused: false,
    };
    const refused = begin(asked, {});
    await sentSoFar(1);
    answers[0]?.reject(refusal("Wrong password"));
    await refused;
    expect(isStale()).toBe(false);
    const granted = begin(asked, {});
    await sentSoFar(2);
    answers[1]?.resolve(server);
    await granted;
    expect(isStale()).toBe(true);
  });

  it("lets the screen move on before anything is read anew, however long that takes", async () => {
    const [begun, moved] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const done = () => {
      begun.resolve();
      return moved.promise;
    };
    const outcome = begin({ ...plain, stale: thingsKey, done }, {});
    await sentSoFar(1);
    answers[0]?.resolve(server);
    await begun.promise;
    await new Promise((turned) => setImmediate(turned)); // a write that did not wait would have gone on
    expect(isStale()).toBe(false);
    moved.resolve();
    await outcome;
    expect(isStale()).toBe(true);
  });

  it("is pending until what it names was read anew", async () => {
    const readings: PromiseWithResolvers<Thing>[] = [];
    const queryFn = () => {
      readings.push(Promise.withResolvers());
      return readings.at(-1)?.promise ?? server;
    };
    const looking = new QueryObserver(cache, { ...thingQuery, queryFn, staleTime: 60_000 });
    const leave = looking.subscribe(() => {});
    const outcome = begin({ send: plain.send, stale: thingsKey }, {});
    await sentSoFar(1);
    answers[0]?.resolve(server);
    await expect.poll(() => readings.length).toBe(1);
    expect(await Promise.race([outcome, "pending"])).toBe("pending");
    expect(cache.isMutating()).toBe(1);
    readings[0]?.resolve({ name: "read anew", size: 9 });
    await outcome;
    expect(shown()).toEqual({ name: "read anew", size: 9 });
    leave();
  });
});
