import fc from "fast-check";
import { expect, test } from "vitest";
import { csvRow } from "#api/http/csv.ts";

test("text is quoted, and a row ends as RFC 4180 ends it", () => {
  expect(csvRow(["plain", 'say "hi"', "a, b", "two\nlines", "two\rparts", null, undefined])).toBe(
    '"plain","say ""hi""","a, b","two\nlines","two\rparts",,\r\n',
  );
});

test("times are ISO 8601, and numbers stay numbers, below zero as well", () => {
  const noon = new Date(Date.UTC(2026, 10, 22, 12));
  expect(csvRow([noon, -1.5, true])).toBe("2026-11-22T12:00:00.000Z,-1.5,true\r\n");
});

test.each([
  ...["=1+1", "+1", "-1", "@SUM(A1)"],
  ...[
    "＝1+1",
    "＋1",
    "－1",
    "＠A",
    "﹦1",
    "\u200b=1",
    "\ufeff=1",
    "\u2060\u00ad＝1",
    "\ufe0f=1",
    " =1",
  ],
  ...["\u3164=1", '"=1'],
])("the text %j is no formula", (text) => {
  expect(csvRow([text])).toMatch(/^"'/);
});

test.each([
  ["Bob;=cmd|' /C calc'!A0", "Bob;'=cmd|' /C calc'!A0"],
  ["Bob,=1+1", "Bob,'=1+1"],
  ["Bob\t=1+1", "Bob\t'=1+1"],
  ["Bob\r\n=1+1", "Bob\r\n'=1+1"],
  ["\t=1", "\t'=1"],
  ["Bob;;\u200b＝1", "Bob;;'\u200b＝1"],
])("in %j no cell begins as a formula, whichever sign parts them", (text, written) => {
  expect(csvRow([text])).toBe(`"${written}"\r\n`);
});

test("what begins as no formula stays as it is", () => {
  for (const text of ["a=b", "well-known", "me@example.org", "one; two, three\tfour", ""])
    expect(csvRow([text])).toBe(`"${text}"\r\n`);
});

/** The cells as a spreadsheet reads them: quotes hold where they begin a cell, and are signs anywhere else. */
function cellsOf(csv: string, parting: string): string[] {
  const cells = [""];
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const sign = csv[at] ?? "";
    if (isQuoted && sign === '"' && csv[at + 1] === '"') at += 1;
    else if (sign === '"' && (isQuoted || cells.at(-1) === "")) {
      isQuoted = !isQuoted;
      continue;
    }
    if (!isQuoted && (sign === parting || /[\r\n]/.test(sign))) cells.push("");
    else cells.push(`${cells.pop()}${sign}`);
  }
  return cells;
}

test("of any texts, no cell begins as a formula with a comma, a semicolon or a tab between cells", () => {
  const text = fc.string({ unit: fc.constantFrom(..."=＝-@;,\t\n\r\"'a \u200b\ufeff") });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 4 }), (texts) => {
      for (const parting of [",", ";", "\t"])
        for (const cell of cellsOf(csvRow(texts), parting))
          expect(cell.normalize("NFKC")).not.toMatch(/^[\s\p{Cf}]*[=+\-@]/u);
    }),
    { numRuns: 2000 },
  );
});
