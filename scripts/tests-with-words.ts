/** Which tests `bun run test WORDS` means: those that have one of the words in their path or title, in any case. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.ts";
import { testFiles } from "./test-tiers.ts";

export const filesByPath = (words: string[]): string[] =>
  testFiles().filter((path) => has(path, words));

/** The others that say one of the words at all; which of their tests are meant, `titleWith` says. */
export const filesByTitle = (words: string[]): string[] =>
  testFiles()
    .filter((path) => !has(path, words))
    .filter((path) => has(readFileSync(join(root, path), "utf8"), words));

/** For Vitest, whose patterns mind the case. */
export const titleWith = (words: string[]): string => words.map(inAnyCase).join("|");

/** For Playwright, to which a journey's title begins with its path below `tests/e2e`. */
export const journeysWith = (words: string[]): string =>
  words.map((word) => RegExp.escape(word.replace(/^tests\/e2e\//, ""))).join("|");

function has(text: string, words: string[]): boolean {
  const lower = text.toLowerCase();
  return words.some((word) => lower.includes(word.toLowerCase()));
}

const inAnyCase = (word: string) =>
  [...word]
    .map((letter) =>
      /[a-z]/i.test(letter)
        ? `[${letter.toLowerCase()}${letter.toUpperCase()}]`
        : RegExp.escape(letter),
    )
    .join("");
