// @vitest-environment happy-dom
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { ApiError, ContractError, errorText, fieldError } from "#web/lib/api-error.ts";
import { apiUrl, request } from "#web/lib/request.ts";
import { restoreSession, session, signIn } from "#web/lib/session.ts";
import { answeringServer, setPageAddress } from "./answering-server.ts";
import { ada } from "./people.ts";

const { state, origin, stop } = await answeringServer();
afterAll(stop);

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

  it("that is answered by something else than promised is a bug, not a refusal", async () => {
    state.answer = () => ({ body: { title: "no name" } });
    await expect(request("GET", "/things", Thing)).rejects.toBeInstanceOf(ContractError);
  });

  it("leaves out of the query what was not chosen", () => {
    expect(apiUrl("/things", { search: "", sort: undefined, page: null })).toBe("/api/things");
    expect(apiUrl("/things", { search: "a&b", offset: 0 })).toBe(
      "/api/things?search=a%26b&offset=0",
    );
  });
});

describe("a refusal", () => {
  const refusal = async (body: unknown, status = 422) => {
    state.answer = () => ({ status, body });
    return request("GET", "/things", Thing).catch((error: unknown) => error);
  };

  it("speaks the server's words", async () => {
    const error = await refusal({ message: "Too long", fields: { name: "Long" } });
    expect(errorText(error, "Failed")).toBe("Too long");
    expect(fieldError(error, "name")).toBe("Long");
  });

  it("takes the words from `error` where there is no `message`", async () => {
    expect(errorText(await refusal({ error: "Gone" }, 404), "Failed")).toBe("Gone");
  });

  it("falls back to the screen's words where the server had none", async () => {
    expect(errorText(await refusal("<h1>502</h1>", 502), "Failed")).toBe("Failed");
    expect(errorText(new TypeError("undefined is not a function"), "Failed")).toBe("Failed");
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
  const call = () => request("GET", "/things", Thing).catch((error: unknown) => error);
  beforeEach(() => {
    state.answer = () => ({ status: 401, body: { message: "No" } });
  });

  it("after a token ends the session and forgets it", async () => {
    signIn({ token: "t1", user: ada });
    expect(errorText(await call(), "Failed")).toBe("Session expired. Please log in again.");
    expect(session()).toEqual({ status: "signed-out", expired: true, last: ada });
    expect(localStorage.getItem("kinora.session")).toBeNull();
  });

  it("without a token is a refusal and nothing more", async () => {
    expect(errorText(await call(), "Failed")).toBe("No");
    expect(session()).toMatchObject({ status: "signed-out", expired: false });
  });

  it("for an older token leaves the new session alone", async () => {
    signIn({ token: "old", user: ada });
    state.answer = () => {
      signIn({ token: "new", user: ada });
      return { status: 401, body: { message: "No" } };
    };
    await call();
    expect(session()).toMatchObject({ status: "signed-in", token: "new" });
  });
});
