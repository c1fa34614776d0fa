import { expect, test } from "vitest";
import { csvRow } from "#api/http/csv.ts";

test("a row of a table is quoted where it must be, and ends as RFC 4180 ends it", () => {
  expect(csvRow(["plain", 'say "hi"', "a, b", "two\nlines", "two\rparts", null, undefined])).toBe(
    'plain,"say ""hi""","a, b","two\nlines","two\rparts",,\r\n',
  );
});

test("times are ISO 8601, and numbers stay numbers, below zero as well", () => {
  const noon = new Date(Date.UTC(2026, 10, 22, 12));
  expect(csvRow([noon, -1.5, true])).toBe("2026-11-22T12:00:00.000Z,-1.5,true\r\n");
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx"])("the text %j is no formula", (text) => {
  expect(csvRow([text])).toMatch(/^"?'/);
});
