// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { z } from "zod";
import { ApiError, ContractError, errorText, fieldError } from "#web/lib/api-error.ts";
import { apiUrl, call, request } from "#web/lib/request.ts";
import { restoreSession, session, signIn } from "#web/lib/session.ts";
import { answering } from "./answering.ts";
import { answeringServer, setPageAddress } from "./answering-server.ts";
import { ada } from "./people.ts";

const { state, origin, stop } = await answeringServer();
afterAll(stop);

/** A refusal as the API words it. */
const no = (words: string) => ({ error: words, message: words, code: "refused" });
const Thing = z.object({ name: z.string() });

beforeEach(() => {
  localStorage.clear();
  restoreSession();
});

describe("a call", () => {
  it("goes beneath /api with its query, body and token, and is parsed", async () => {
    signIn({ token: "t1", user: ada });
    state.answer = ({ method, url, headers }) => ({
      body: { name: `${method} ${url} ${headers.authorization}`, more: 1 },
    });
    const thing = await request("PUT", "/things/1", Thing, { query: { page: 2 }, body: { a: 1 } });
    expect(thing).toEqual({ name: "PUT /api/things/1?page=2 Bearer t1" });
  });

  it("sends what JSON can say, and nothing where there is no body", async () => {
    const types: (string | undefined)[] = [];
    state.answer = ({ headers }) => {
      types.push(headers["content-type"]);
      return { body: { name: "x" } };
    };
    await request("POST", "/things", Thing, { body: { a: 1 } });
    await request("POST", "/things", Thing);
    expect(types).toEqual(["application/json", undefined]);
  });

  it("arrives also when its page is closed, where that was asked for", async () => {
    const kept: unknown[] = [];
    vi.stubGlobal("fetch", async (_: string, { keepalive }: RequestInit) => {
      kept.push(keepalive);
      return Response.json({ name: "x" });
    });
    await request("POST", "/things", Thing, { keepalive: true });
    await request("POST", "/things", Thing);
    vi.unstubAllGlobals();
    expect(kept).toEqual([true, false]);
  });

  it("that is answered by something else than promised is a bug, not a refusal", async () => {
    state.answer = () => ({ body: { title: "no name" } });
    await expect(request("GET", "/things", Thing)).rejects.toBeInstanceOf(ContractError);
  });

  it("that a bad network cuts off in the middle of its answer has not been answered", async () => {
    const cut = new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"name": "th'));
        stream.error(new TypeError("network error"));
      },
    });
    vi.stubGlobal("fetch", async () => new Response(cut));
    const refused = await request("GET", "/things", Thing).catch((error: unknown) => error);
    vi.unstubAllGlobals();
    expect(refused).toMatchObject({ isOffline: true });
  });

  it("leaves out of the query what was not chosen", () => {
    expect(apiUrl("/things", { search: "", sort: undefined, page: null })).toBe("/api/things");
    expect(apiUrl("/things", { search: "a&b", offset: 0 })).toBe(
      "/api/things?search=a%26b&offset=0",
    );
  });
});

describe("a call of the contract", () => {
  const readThing = { call: "GET /shelves/{shelf}/things/{id}", answer: Thing } as const;
  const findThings = {
    call: "GET /things",
    query: z.object({ page: z.coerce.number().default(1), search: z.string().default("") }),
    answer: z.object({ things: z.array(Thing) }),
  } as const;
  const addThing = {
    call: "POST /things",
    body: z.object({ name: z.string(), size: z.number().default(1) }),
    answer: Thing,
  } as const;
  const dropThing = { call: "DELETE /things/{id}" } as const;
  afterEach(() => vi.unstubAllGlobals());

  it("goes to its path, filled with the values as an address writes them", async () => {
    const asked = answering({ "GET /shelves/a%2Fb%3F/things/%E2%9D%A4": () => ({ name: "x" }) });
    await call(readThing, { params: { id: "\u2764", shelf: "a/b?" } });
    expect(asked).toEqual(["GET /shelves/a%2Fb%3F/things/%E2%9D%A4"]);
  });

  it("takes its query along, without what was not chosen", async () => {
    const asked = answering({ "GET /things": () => ({ things: [] }) });
    await call(findThings, { query: { page: 2, search: "a&b" } });
    await call(findThings, { query: { search: "" } });
    await call(findThings);
    expect(asked).toEqual(["GET /things?page=2&search=a%26b", "GET /things", "GET /things"]);
  });

  it("takes its body along as it was given: what is left out is the server's default", async () => {
    const asked = answering({ "POST /things": () => ({ name: "x" }) });
    await call(addThing, { body: { name: "x" } });
    expect(asked).toEqual(['POST /things {"name":"x"}']);
  });

  it("has the answer that its operation promises, and nothing more", async () => {
    answering({ "GET /things": () => ({ things: [{ name: "x", more: 1 }], more: 1 }) });
    const { things } = await call(findThings);
    expectTypeOf(things).toEqualTypeOf<{ name: string }[]>();
    expect(things).toEqual([{ name: "x" }]);
  });

  it("is named by its path where the answer is another than promised", async () => {
    answering({ "GET /shelves/s/things/1": () => ({ title: "no name" }) });
    const said = call(readThing, { params: { id: "1", shelf: "s" } });
    await expect(said).rejects.toThrow("GET /shelves/s/things/1 answered something else");
  });

  it("gives undefined where its operation promises no answer", async () => {
    const answers = [new Response(null, { status: 204 }), Response.json({ name: "x" })];
    const asked = answering({ "DELETE /things/1": () => answers.shift() });
    const first: undefined = await call(dropThing, { params: { id: "1" } });
    expect([first, await call(dropThing, { params: { id: "1" } })]).toEqual([undefined, undefined]);
    expect(asked).toEqual(["DELETE /things/1", "DELETE /things/1"]);
  });

  it("does not compile with other things than its operation asks for", () => {
    // The compiler alone judges these lines: none of them runs.
    const refused = [
      // @ts-expect-error: the path has a place for an id
      () => call(dropThing),
      // @ts-expect-error: the path has a place for an id, too
      () => call(readThing, { params: { shelf: "s" } }),
      // @ts-expect-error: the path has no place for a name
      () => call(dropThing, { params: { id: "1", name: "x" } }),
      // @ts-expect-error: the operation has no parameters
      () => call(findThings, { params: { id: "1" } }),
      // @ts-expect-error: the operation has a body
      () => call(addThing),
      // @ts-expect-error: the operation has a body, whatever else is given
      () => call(addThing, { headers: {} }),
      // @ts-expect-error: the body has a name
      () => call(addThing, { body: { size: 1 } }),
      // @ts-expect-error: the name is a text
      () => call(addThing, { body: { name: 1 } }),
      // @ts-expect-error: the operation has no body
      () => call(dropThing, { params: { id: "1" }, body: { name: "x" } }),
      // @ts-expect-error: the query has no such field
      () => call(findThings, { query: { sort: "name" } }),
      // @ts-expect-error: the operation has no query
      () => call(dropThing, { params: { id: "1" }, query: { page: 1 } }),
    ];
    expect(refused).toHaveLength(11);
  });
});

describe("a refusal", () => {
  const refusal = async (body: unknown, status = 422) => {
    state.answer = () => ({ status, body });
    return request("GET", "/things", Thing).catch((error: unknown) => error);
  };

  it("speaks the server's words", async () => {
    const error = await refusal({ ...no("Too long"), fields: { name: "Long" } });
    expect(errorText(error, "Failed")).toBe("Too long");
    expect(fieldError(error, "name")).toBe("Long");
  });

  it("falls back to the screen's words where the server had none", async () => {
    expect(errorText(await refusal("<h1>502</h1>", 502), "Failed")).toBe("Failed");
    expect(errorText(new TypeError("undefined is not a function"), "Failed")).toBe("Failed");
  });

  it.each([
    "<h1>No</h1>",
    { message: "Forbidden" },
    { error: { code: "Denied", message: "Forbidden" } },
    { success: false, errors: [{ code: 1020, message: "Access denied" }] },
    [],
  ])("by a proxy or gateway on the way, as %j, is none of the server's", async (body) => {
    signIn({ token: "t1", user: ada });
    for (const status of [401, 404, 413])
      expect(await refusal(body, status)).toMatchObject({ isOffline: true, said: undefined });
    expect(session().status).toBe("signed-in");
  });

  it("by a network that swallows a question comes after half a minute, for what only reads", async () => {
    vi.useFakeTimers();
    const given: (AbortSignal | null | undefined)[] = [];
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
      given.push(signal);
      return new Promise((_, fail) => signal?.addEventListener("abort", fail));
    });
    const read = request("GET", "/things", Thing).catch((error: unknown) => error);
    void request("POST", "/things", Thing);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await read).toMatchObject({ isOffline: true });
    expect(given[1], "it may have been done, and nobody gives it up").toBeNull();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("that was asked for by leaving the page is none, and no failure of the network", async () => {
    vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
      return new Promise((_, fail) => signal?.addEventListener("abort", () => fail(signal.reason)));
    });
    const page = new AbortController();
    const read = request("GET", "/things", Thing, { signal: page.signal });
    page.abort(new Error("left"));
    await expect(read).rejects.toThrow("left");
    vi.unstubAllGlobals();
  });

  it("by silence is known as such", async () => {
    setPageAddress("http://127.0.0.1:9/");
    const error = await request("GET", "/things", Thing).catch((error: unknown) => error);
    setPageAddress(origin);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ isOffline: true });
  });
});

describe("a 401", () => {
  const ask = () => request("GET", "/things", Thing).catch((error: unknown) => error);
  beforeEach(() => {
    state.answer = () => ({ status: 401, body: no("No") });
  });

  it("after a token ends the session and forgets it", async () => {
    signIn({ token: "t1", user: ada });
    expect(errorText(await ask(), "Failed")).toBe("Session expired. Please log in again.");
    expect(session()).toEqual({ status: "signed-out", expired: true, last: ada });
    expect(localStorage.getItem("kinora.session")).toBeNull();
  });

  it("without a token is a refusal and nothing more", async () => {
    expect(errorText(await ask(), "Failed")).toBe("No");
    expect(session()).toMatchObject({ status: "signed-out", expired: false });
  });

  it("for an older token leaves the new session alone", async () => {
    signIn({ token: "old", user: ada });
    state.answer = ({ headers }) => {
      if (headers.authorization === "Bearer new") return { body: { name: "Ada's" } };
      signIn({ token: "new", user: ada });
      return { status: 401, body: no("No") };
    };
    expect(await ask(), "it is sent again with the new one").toEqual({ name: "Ada's" });
    expect(session()).toMatchObject({ status: "signed-in", token: "new" });
  });

  it("for an older token is not sent again for another person who has signed in", async () => {
    signIn({ token: "old", user: ada });
    let asked = 0;
    state.answer = () => {
      asked += 1;
      signIn({ token: "of-bob", user: { ...ada, id: "bob" } });
      return { status: 401, body: no("No") };
    };
    expect(await ask()).toMatchObject({ code: "session_expired" });
    expect(asked).toBe(1);
  });
});
