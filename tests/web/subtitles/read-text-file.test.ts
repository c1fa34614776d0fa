import { expect, test } from "vitest";
import { readTextFile } from "#web/lib/browser/read-text-file.ts";

const words = "Grüße, für später";
const utf16 = (text: string) => [...text].flatMap((letter) => [letter.charCodeAt(0), 0]);

test.each([
  ["UTF-8", [...new TextEncoder().encode(words)]],
  ["UTF-8 with its mark", [0xef, 0xbb, 0xbf, ...new TextEncoder().encode(words)]],
  ["UTF-16 of Windows", [0xff, 0xfe, ...utf16(words)]],
  ["UTF-16 of others", [0xfe, 0xff, ...utf16(words).map((_, at, all) => all[at ^ 1] ?? 0)]],
  ["Windows-1252", [...words].map((letter) => letter.charCodeAt(0))],
])("a file of subtitles in %s is read", async (_name, bytes) => {
  expect(await readTextFile(new Blob([new Uint8Array(bytes)]))).toBe(words);
});
