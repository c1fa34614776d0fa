import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operations } from "#contract/operations.ts";
import { type Method, testApp } from "#tests/support/app.ts";
import { linkTo } from "#tests/support/links.ts";
import { recordingOf } from "#tests/support/recordings.ts";

const { database, person, visitor } = await testApp();
const admin = await person({ role: "super_admin" });
const recording = await recordingOf(database, admin);
const link = await linkTo(admin, recording);

/** How the schema library speaks when nobody has given it words. */
const OF_THE_LIBRARY =
  /^Invalid|\b(expected|received)\b|^Too (small|big)|^Unrecognized|NaN|undefined|\[object/i;

/** Values that no field takes, and some that a few fields do. */
const oddities = [7, -1.5, "x", "", "\0", true, null, [], [7], {}, "x".repeat(20_000), 1e308];

const addressOf = (path: string) =>
  path
    .replace("{share_token}", link.share_token)
    .replace("{id}", recording)
    .replaceAll(/\{\w+\}/g, () => crypto.randomUUID());

/** Everything that a refusal says; nothing when it is none. */
async function said(answer: Response): Promise<string[]> {
  expect(answer.status).not.toBe(500);
  if (answer.status < 400) return [];
  const { error, message, fields = {} } = await answer.json();
  return [error, message, ...Object.values<string>(fields)];
}

const fieldsOf = (schema: z.ZodType) =>
  Object.keys(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }).properties ?? {});

describe("every refusal of a body is in words", () => {
  const taking = operations.flatMap(({ call, access, body }) =>
    typeof body === "object" ? [[call, access, body] as const] : [],
  );

  it.each(taking)("%s", async (call, access, schema) => {
    const [method = "", path = ""] = call.split(" ");
    const who = access === "public" ? visitor : admin;
    const bodies = [...oddities, ...fieldsOf(schema).flatMap((name) => withEach(name))];
    const words: string[] = [];
    for (const body of bodies) {
      // biome-ignore format: one line, one call
      const answer = await who.call(method as Method, addressOf(path), JSON.stringify(body), { "Content-Type": "application/json" }); // the contract's own methods
      words.push(...(await said(answer)));
    }
    expect(words.length).toBeGreaterThan(oddities.length);
    expect(words.filter((text) => !text || OF_THE_LIBRARY.test(text))).toEqual([]);
  });
});

describe("every refusal of a query is in words", () => {
  const asking = operations.flatMap(({ call, query }) => (query ? [[call, query] as const] : []));

  it.each(asking)("%s", async (call, schema) => {
    const [, path = ""] = call.split(" ");
    const method = call.split(" ")[0] as Method; // the contract's own methods
    const values = ["", "x", "-1", "1.5", "1e9", "NaN", "x".repeat(5000), "\0"];
    const words: string[] = [];
    for (const name of fieldsOf(schema))
      for (const value of values) {
        const query = new URLSearchParams({ [name]: value });
        words.push(...(await said(await admin.call(method, `${addressOf(path)}?${query}`))));
      }
    expect(words).not.toEqual([]);
    expect(words.filter((text) => !text || OF_THE_LIBRARY.test(text))).toEqual([]);
  });
});

/** Bodies with one odd field at a time; other fields are left out. */
const withEach = (name: string) => oddities.map((value) => ({ [name]: value }));
