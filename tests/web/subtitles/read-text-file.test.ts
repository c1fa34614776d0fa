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
  expect(await readTextFile(new Blob([new Uint8Array(bytes)]), "de")).toBe(words);
});

test.each([
  ["ja", "日本", [0x93, 0xfa, 0x96, 0x7b]],
  ["zh", "中文", [0xd6, 0xd0, 0xce, 0xc4]],
  ["ru", "Привет", [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]],
  ["tr", "ışık", [0xfd, 0xfe, 0xfd, 0x6b]],
  ["ar", "سلام", [0xd3, 0xe1, 0xc7, 0xe3]],
] as const)("a file in %s by an older program says %s", async (language, said, bytes) => {
  expect(await readTextFile(new Blob([new Uint8Array(bytes)]), language)).toBe(said);
});
