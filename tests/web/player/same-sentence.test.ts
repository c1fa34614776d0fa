import { describe, expect, it } from "vitest";
import { sameSentence, timedWords } from "#web/features/player/same-sentence.ts";

const words = (text: string, from = 0) =>
  text.split(" ").map((text, at) => ({ text, at: from + at }));
const talk = "one two three four five six seven eight nine ten eleven twelve";
const film = (text: string, duration = text.split(" ").length) => ({
  words: words(text),
  duration,
});

describe("a player whose film becomes another", () => {
  it("goes on at the same word, as far into it", () => {
    const cut = film("three four five six seven eight nine ten eleven twelve");
    expect(sameSentence(film(talk), cut, 5.25)).toBeCloseTo(3.25);
    expect(sameSentence(cut, film(talk), 3.25)).toBeCloseTo(5.25);
  });

  it("goes on with what follows where the word was removed", () => {
    const cut = film("one two three nine ten eleven twelve");
    expect(sameSentence(film(talk), cut, 5.5)).toBe(3);
  });

  it("keeps to the order where the same is said twice", () => {
    const twice = `${talk} and again ${talk}`;
    const cut = film(twice.replace("one two ", ""));
    expect(sameSentence(film(twice), cut, 18)).toBe(16);
    expect(sameSentence(film(twice), cut, 4)).toBe(2);
  });

  it("goes to the same share of the film where nothing is said, or nothing of it is left", () => {
    expect(sameSentence({ words: [], duration: 60 }, { words: [], duration: 30 }, 20)).toBe(10);
    expect(sameSentence(film("one two", 60), film("other words", 30), 20)).toBe(10);
    expect(sameSentence({ words: [], duration: null }, { words: [], duration: 30 }, 20)).toBe(20);
  });

  it("reads the words of SRT and of WebVTT", () => {
    const srt =
      "1\n00:01:02,500 --> 00:01:04,500\nHello there\n\n2\n00:01:05,000 --> 00:01:06,000\nyou\n";
    const vtt =
      "WEBVTT\n\n01:02.500 --> 01:04.500 align:start\nHello there\n\n01:05.000 --> 01:06.000\nyou\n";
    const read = [
      { text: "Hello", at: 62.5 },
      { text: "there", at: 63.5 },
      { text: "you", at: 65 },
    ];
    expect(timedWords(srt)).toEqual(read);
    expect(timedWords(vtt)).toEqual(read);
    expect(timedWords("no times at all")).toEqual([]);
  });
});
