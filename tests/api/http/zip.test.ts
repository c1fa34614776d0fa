import { expect, test } from "vitest";
import { zip } from "#api/http/zip.ts";

test.each([
  ["2026-03-01T10:20:31Z", [2026, 3, 1, 10, 20, 30]],
  ["2026-12-31T23:59:59Z", [2026, 12, 31, 23, 59, 58]],
])("a file of %s has that time in an archive, to two seconds", async (at, expected) => {
  const entry = { name: "a.txt", modified: new Date(at), body: [Buffer.from("a")] };
  const chunks: Uint8Array[] = [];
  for await (const chunk of zip(
    (async function* () {
      yield entry;
    })(),
  ))
    chunks.push(chunk);
  const [time, date] = [10, 12].map((place) => Buffer.concat(chunks).readUInt16LE(place));
  if (time === undefined || date === undefined) throw new Error("there is no header");
  expect([
    ...[1980 + (date >> 9), (date >> 5) & 15, date & 31],
    ...[time >> 11, (time >> 5) & 63, (time & 31) * 2],
  ]).toEqual(expected);
});
