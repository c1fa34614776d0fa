import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { decodeExtended, readParameters } from "#api/http/openapi/header-parameters.ts";

describe("parameters of a header", () => {
  it.each([
    ["text/plain", "text/plain", {}],
    ["", "", {}],
    [" Form-Data ; a=1 ", "form-data", { a: "1" }],
    ['x; A="1; 2"; b=', "x", { a: "1; 2", b: "" }],
    ["x;;a=1;", "x", { a: "1" }],
    ["x; a=1; A=2", "x", { a: "1" }],
    ["x; a = 1", "x", { a: "1" }],
    ["x; a*=UTF-8''b", "x", { "a*": "UTF-8''b" }],
  ])("of %j are read", (value, kind, parameters) => {
    const read = readParameters(value);
    expect([read?.kind, Object.fromEntries(read?.parameters ?? [])]).toEqual([kind, parameters]);
  });

  it.each(['x; a="1', "x; a=1 b=2", "x; =1", "x; a", 'x; a=1"2"', "x; a=b=c d"])(
    "of %j are none",
    (value) => {
      expect(readParameters(value)).toBeUndefined();
    },
  );

  it("come back as they were written, quoted or not", () => {
    const name = fc.stringMatching(/^[a-z*][a-z0-9*-]*$/);
    const quoted = fc.string().map((text) => text.replaceAll(/["\r\n]/g, ""));
    const plain = fc.stringMatching(/^[\w.'%-]+$/);
    const value = fc.oneof(
      quoted.map((text) => [text, `"${text}"`] as const),
      plain.map((text) => [text, text] as const),
    );
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (all) => {
        const written = Object.entries(all).map(([key, [, text]]) => `; ${key}=${text}`);
        const { parameters } = readParameters(`form-data${written.join("")}`) ?? {};
        const read = Object.entries(all).map(([key, [text]]) => [key, text]);
        expect([...(parameters ?? [])]).toEqual(read);
      }),
    );
  });

  it("of whatever text are read or refused, and never thrown at", () => {
    const noise = fc.string({ unit: fc.constantFrom(..."ab=;\"'* \t\\\r\n%é") });
    fc.assert(fc.property(noise, (text) => void readParameters(text)));
  });
});

test.each([
  ["UTF-8''na%C3%AFve", "naïve"],
  ["utf-8'en'a%20b", "a b"],
  ["utf-8''", ""],
  ["iso-8859-1''%EF", undefined],
  ["utf-8''%FF", undefined],
  ["utf-8''%C", undefined],
  ["utf-8''a'b", undefined],
  ["naive", undefined],
])("the extended value %j is %j", (value, expected) => {
  expect(decodeExtended(value)).toBe(expected);
});
