import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { testApp } from "#tests/support/app.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person } = await testApp();
const owner = await person();
const recording = await recordingOf(database, owner);
const isPrivate = { is_public: false, allowed_email: "carol@example.com", password: "only carol" };
const links = `/recordings/${recording}/shares`;

const refusal = async (answer: Response) => [answer.status, (await answer.json()).error];

describe("a body that is not sent as JSON", () => {
  it.each([
    ["plain text", { "Content-Type": "text/plain" }],
    ["a form", { "Content-Type": "application/x-www-form-urlencoded" }],
    ["an empty type", { "Content-Type": "" }],
    ["no type at all", {}],
    ["JSON's cousin", { "Content-Type": "application/jsonp" }],
  ])("is refused instead of read as nothing: %s", async (_, headers) => {
    const answer = await owner.call("POST", links, new Blob([JSON.stringify(isPrivate)]), headers);
    expect(await refusal(answer)).toEqual([
      415,
      "Send the body as JSON, with the content type application/json.",
    ]);
    const { shares } = await (await owner.call("GET", links)).json();
    expect(shares).toEqual([]);
  });

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])(
    "is read under each name of JSON: %s",
    async (type) => {
      const read = await owner.call("POST", "/notices/read", "{}", { "Content-Type": type });
      expect(read.status).toBe(200);
    },
  );

  const withBody = operations.filter(
    // A page that is closing may send no other type than a text.
    ({ id, body }) => typeof body === "object" && id !== "countWatched",
  );

  it.each(withBody.map(({ call }) => call))("is refused by %s", async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const address = path.replaceAll(/\{\w+\}/g, recording);
    // biome-ignore format: one line, one call
    const answer = await owner.call(method as "POST", address, "{}", { "Content-Type": "text/plain" }); // the contract's own methods
    // A link that opens nothing, and a caller who is no admin, are refused before the body is looked at.
    const guarded = /^\/(shared|admin)\//.test(path) ? [403, 404] : [];
    expect([415, ...guarded]).toContain(answer.status);
  });
});

describe("a body that is absent", () => {
  it("is not an empty object, where fields decide something", async () => {
    const needed = [400, "This call needs a body in JSON."];
    expect(await refusal(await owner.call("POST", "/notices/read"))).toEqual(needed);
    expect(await refusal(await owner.call("POST", links))).toEqual(needed);
  });

  it("is malformed where JSON was announced", async () => {
    const answer = await owner.call("POST", links, "", { "Content-Type": "application/json" });
    expect(answer.status).toBe(400);
  });
});

describe("what a schema objects to", () => {
  const wordsFor = async (body: unknown, path = links) =>
    (await (await owner.call("POST", path, body)).json()).fields;

  it("is said in words, of the field it concerns", async () => {
    expect(await wordsFor({ ...isPrivate, permission_type: "own" })).toEqual({
      permission_type: "permission_type must be view or edit",
    });
    expect(await wordsFor({ ...isPrivate, is_public: "no" })).toEqual({
      is_public: "is_public must be true or false",
    });
    expect(await wordsFor({ ...isPrivate, label: 7 })).toEqual({ label: "label must be text" });
    expect(await wordsFor({ ...isPrivate, label: null })).toEqual({ label: "label must be text" });
    expect(await wordsFor([])).toEqual({ body: "The request must be an object" });
    expect(await wordsFor({ ids: ["x"] }, "/notices/read")).toEqual({
      "ids.0": "ids.0 is not an id",
    });
    expect(await wordsFor({ ids: Array(101).fill(crypto.randomUUID()) }, "/notices/read")).toEqual({
      ids: "ids must have at most 100 entries",
    });
    expect(await wordsFor({}, "/subscriptions/subscribe")).toEqual({
      plan_id: "plan_id is required",
    });
  });

  it("is said in the contract's own words where it has some", async () => {
    expect(await wordsFor({ ...isPrivate, password: "abc" })).toEqual({
      password: "The password must be at least 4 characters long",
    });
  });

  it("names what is wrong in an address", async () => {
    const answer = await owner.call("GET", "/recordings?limit=many");
    expect(await refusal(answer)).toEqual([400, "limit must be a number"]);
  });
});
