// @vitest-environment happy-dom
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { ApiError, isAboutFields, isTheirsToSay, readRefusal } from "#web/lib/api-error.ts";
import { readForm } from "#web/lib/form.ts";
import { formatDateTime, formatMilliseconds, plural } from "#web/lib/format.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { moment } from "#web/lib/search.ts";
import { shareHeaders, unlockOf } from "#web/lib/share-scope.ts";
import { keyNames } from "#web/lib/shortcuts.ts";

describe("milliseconds", () => {
  it.each([
    [0, "0 ms"],
    [4.25, "4.3 ms"],
    [99.94, "99.9 ms"],
    [100, "100 ms"],
    [999.4, "999 ms"],
    [1000, "1 s"],
    [1234, "1.23 s"],
  ])("%d are written %s", (ms, text) => {
    expect(formatMilliseconds(ms)).toBe(text);
  });
});

test("a moment of a day is written by the clock of whoever reads it", () => {
  const local = new Date(2026, 0, 5, 18, 5).toISOString();
  expect(formatDateTime(local)).toBe("Jan 5, 2026, 18:05");
  expect(formatDateTime("soon")).toBe("Unknown");
});

test("one is called as one, and anything else as many", () => {
  expect([0, 1, 2].map((count) => plural(count, "view"))).toEqual(["views", "view", "views"]);
});

describe("the second that a link begins at", () => {
  it.each([
    ["3", { t: 3 }],
    [2.5, { t: 2.5 }],
    ["0", { t: 0 }],
    ["-1", {}],
    ["", {}],
    ["x", {}],
    ["Infinity", {}],
    [undefined, {}],
  ])("of %j is %j", (t, read) => {
    expect(moment({ t })).toEqual(read);
  });
});

describe("the names of keys", () => {
  it.each([
    ["mod+k", ["Ctrl", "K"]],
    ["Escape", ["Esc"]],
    [" ", ["Space"]],
    ["ArrowLeft", ["←"]],
    ["ArrowRight", ["→"]],
    ["ArrowUp", ["↑"]],
    ["ArrowDown", ["↓"]],
    ["?", ["?"]],
    ["Delete", ["Delete"]],
    ["+", ["+"]],
    ["mod++", ["Ctrl", "+"]],
  ])("%s are %j", (keys, names) => {
    expect(keyNames(keys)).toEqual(names);
  });
});

describe("a form", () => {
  const schema = z.object({
    name: z
      .string()
      .min(2, "Too short")
      .regex(/^[a-z]+$/, "Letters only"),
    age: z.coerce.number("Not a number"),
  });
  const read = (values: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(values)) form.set(name, value);
    return readForm(schema, form);
  };

  it("is read as it is promised", () => {
    expect(read({ name: "ada", age: "36" })).toEqual({ name: "ada", age: 36 });
  });

  it("is refused as the server would, with the first objection to each field", () => {
    const refusal = () => read({ name: "1", age: "x" });
    expect(refusal).toThrow(ApiError);
    expect(refusal).toThrow(
      expect.objectContaining({
        status: 422,
        said: undefined,
        fields: { name: "Too short", age: "Not a number" },
      }),
    );
  });
});

describe("a refusal", () => {
  const of = (status: number, fields = {}) => new ApiError(status, "x", "No", fields);

  it("is in the server's words alone where it is about the pace, or who asks", () => {
    const statuses = [400, 401, 403, 404, 409, 422, 429, 500];
    expect(statuses.filter((status) => isTheirsToSay(of(status)))).toEqual([403, 429]);
    expect(isTheirsToSay(new Error("No"))).toBe(false);
  });

  it("is about fields where it names some", () => {
    expect(isAboutFields(of(422, { name: "Long" }))).toBe(true);
    expect(isAboutFields(of(422))).toBe(false);
  });

  it("is read for its words, and keeps no field that is no text", async () => {
    const read = (text: string) => readRefusal(new Response(text));
    const body = { error: "Gone", message: "Gone", code: "gone", fields: { a: "Long", b: 3 } };
    expect(await read(JSON.stringify(body))).toEqual({
      said: "Gone",
      code: "gone",
      fields: { a: "Long" },
    });
    const others = ["<h1>", "null", '"no"', "{}", JSON.stringify({ ...body, code: 7 })];
    expect(await Promise.all(others.map(read))).toEqual(others.map(() => undefined));
  });
});

describe("a reading that fails", () => {
  const { queries } = createQueryClient().getDefaultOptions();
  const again = (failures: number, error: unknown) =>
    typeof queries?.retry === "function" && queries.retry(failures, error as Error); // whatever was thrown
  const refusal = (status: number) => new ApiError(status, "x", undefined);

  it("is tried again twice where nobody answered or the server is in trouble", () => {
    for (const status of [0, 500, 503])
      expect([0, 1, 2].map((failures) => again(failures, refusal(status)))).toEqual([
        true,
        true,
        false,
      ]);
  });

  it("is a refusal otherwise, or a fault of ours, and not tried again", () => {
    for (const error of [refusal(404), refusal(429), refusal(499), new TypeError("x")])
      expect(again(0, error)).toBe(false);
  });
});

describe("what goes with a call through a link", () => {
  it("is the link, and what its password has opened in this tab, for this link alone", () => {
    expect(shareHeaders(undefined)).toEqual({});
    expect(shareHeaders("one")).toEqual({ "X-Share-Token": "one" });
    unlockOf("one").write({ token: "opened" });
    expect(shareHeaders("one")).toEqual({ "X-Share-Token": "one", "X-Share-Unlock": "opened" });
    expect(shareHeaders("two")).toEqual({ "X-Share-Token": "two" });
    expect(localStorage.length).toBe(0);
  });
});
