import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { type Method, testApp } from "#tests/support/app.ts";
import { jpeg } from "#tests/support/jpeg.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor, request } = await testApp();
const admin = await person({ role: "super_admin" });
const recording = await recordingOf(database, admin);
const link = await linkTo(admin, recording);
const refusal = async (answer: Response) => [answer.status, (await answer.json()).error];

const addressOf = (path: string) =>
  path
    .replace("{share_token}", link.share_token)
    .replace("{type}", "users")
    .replaceAll(/\{\w+\}/g, recording);

describe("an address that is called by a method it does not have", () => {
  const paths = new Set(operations.map(({ call }) => call.slice(call.indexOf(" ") + 1)));

  it.each([...paths])("says which it has: %s", async (path) => {
    const address = addressOf(path);
    const has = methodsAt(address);
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
      if (has.includes(method)) continue;
      const answer = await request(`/api${address}`, { method });
      const allow = has.join(", ");
      expect([answer.status, answer.headers.get("Allow")], method).toEqual([405, allow]);
      expect((await answer.json()).error).toBe(`This address takes ${allow}.`);
    }
  });

  /** The methods of every call that the contract has there: /recordings/import is a /recordings/{id}, too. */
  function methodsAt(address: string): string[] {
    const there = operations.flatMap(({ call }) => {
      const [method = "", path = ""] = call.split(" ");
      const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      return pattern.test(address) ? [method] : [];
    });
    return [...new Set([...there, ...(there.includes("GET") ? ["HEAD"] : [])])].sort();
  }

  it("is no address at all where nothing is served", async () => {
    expect(await refusal(await admin.call("GET", "/nothing/like/this"))).toEqual([
      404,
      "There is no such call",
    ]);
  });
});

describe("whoever is not let in", () => {
  it("is told what a client has to bring", async () => {
    const answer = await visitor.call("GET", "/recordings");
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([401, "Bearer"]);
  });

  it("is told that what it brought was not it", async () => {
    const headers = { Authorization: "Bearer made.up.token" };
    const answer = await visitor.call("GET", "/recordings", undefined, headers);
    expect([answer.status, answer.headers.get("WWW-Authenticate")]).toEqual([
      401,
      'Bearer error="invalid_token"',
    ]);
  });
});

describe("a body of another kind", () => {
  it("is refused for a thumbnail, whatever is in it", async () => {
    const path = `/recordings/${recording}/thumbnail`;
    for (const type of ["image/png", "application/octet-stream", "multipart/form-data; boundary=x"])
      expect(
        await refusal(await admin.call("POST", path, jpeg(), { "Content-Type": type })),
        type,
      ).toEqual([415, "The thumbnail must be a JPEG, sent as image/jpeg."]);
  });

  it.each(["/recordings", "/recordings/import"])("is refused as a form: POST %s", async (path) => {
    for (const type of ["application/json", "application/x-www-form-urlencoded", "video/webm"])
      expect(
        await refusal(await admin.call("POST", path, "{}", { "Content-Type": type })),
        type,
      ).toEqual([415, "Send the file as a form (multipart/form-data), in its field video."]);
  });
});

describe("a body that is too large", () => {
  const subtitle = `/recordings/${recording}/subtitles/${crypto.randomUUID()}`;

  it.each([
    ["POST", "/notices/read", "application/json", 256 * 1024 + 1, "JSON may have 256 KB"],
    ["PUT", subtitle, "application/json", 5 * 2 ** 20 + 1, "JSON may have 5 MB here"],
    ["POST", `/recordings/${recording}/thumbnail`, "image/jpeg", 2_100_000, "larger than 2 MB"],
    ["POST", "/upload-speed", "application/octet-stream", 2_100_000, "2 MB at most"],
  ] as const)("names its limit: %s %s", async (method, path, type, size, limit) => {
    const answer = await admin.call(method, path, new Uint8Array(size), { "Content-Type": type });
    expect(await refusal(answer)).toEqual([413, expect.stringContaining(limit)]);
  });

  it.each([
    ["POST", "/notices/read", 256 * 1024],
    ["PUT", subtitle, 5 * 2 ** 20],
  ] as const)("is one byte more than is taken: %s %s", async (method, path, size) => {
    const body = new Uint8Array(size).fill(0x20); // nothing but spaces, which is no JSON
    const { status } = await admin.call(method, path, body, { "Content-Type": "application/json" });
    expect(status).not.toBe(413);
  });
});

describe("a character that no text can hold", () => {
  const searched = operations.filter(({ query }) => query !== undefined);

  it.each(searched.map(({ call }) => call))("is a bad query: %s", async (call) => {
    const [method = "", path = ""] = call.split(" ");
    const answer = await admin.call(method as Method, `${addressOf(path)}?search=a%00b`); // the contract's own methods
    expect(await refusal(answer)).toEqual([
      400,
      "search contains a character that cannot be searched for",
    ]);
  });
});
