import { describe, expect, it } from "vitest";
import {
  findFillers,
  isRemoved,
  type SaidWord,
  saidWords,
  stretchOf,
} from "#web/features/edits/words/said-words.ts";

/** Words of half a second, one each second. */
const said = (text: string): SaidWord[] =>
  text.split(" ").map((text, at) => ({ text, start: at, end: at + 0.5, cue: 0 }));

describe("the words of an edit", () => {
  it("are those of the cues, and a cue without times for its words is one", () => {
    const cues = [
      { start: 1, end: 2, text: "Two words", words: [word("Two", 1), word("words", 1.5)] },
      { start: 3, end: 4, text: "No times" },
    ];
    expect(saidWords(cues).map(({ text, start, cue }) => [text, start, cue])).toEqual([
      ["Two", 1, 0],
      ["words", 1.5, 0],
      ["No times", 3, 1],
    ]);
  });

  it("go with a part of the pause behind them, and never touch the next one", () => {
    const words = said("a b c");
    expect(stretchOf(words, 0, 1)).toEqual({ start: 0, end: 1.75 });
    const close = words.map((word) => ({ ...word, end: word.start + 0.99 }));
    expect(stretchOf(close, 0, 0)).toEqual({ start: 0, end: 0.99 });
    expect(stretchOf(words, 2, 2)).toEqual({ start: 2, end: 2.5 });
  });

  it("count as removed when their middle is", () => {
    const [word] = said("a");
    if (!word) throw new Error("there is one");
    expect(isRemoved([{ start: 0.2, end: 9 }], word)).toBe(false);
    expect(isRemoved([{ start: 0.3, end: 9 }], word)).toBe(true);
  });
});

describe("filler words", () => {
  const found = (text: string, language = "en") => {
    const words = said(text);
    return findFillers(words, language).map(({ first, last, isDoubtful }) => [
      words
        .slice(first, last + 1)
        .map(({ text }) => text)
        .join(" "),
      isDoubtful,
    ]);
  };

  it("are found with their commas, in any case, and as phrases", () => {
    expect(found("Um, this is, you know, UH fine")).toEqual([
      ["Um,", false],
      ["you know,", true],
      ["UH", false],
    ]);
  });

  it("are those of the language that is spoken", () => {
    expect(found("Das ist ähm um neun", "de")).toEqual([["ähm", false]]);
    expect(found("um um", "xx")).toEqual([]);
  });

  it("are no parts of other words", () => expect(found("The umbrella is here")).toEqual([]));
});

const word = (text: string, start: number) => ({ text, start, end: start + 0.4 });
