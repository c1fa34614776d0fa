import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shapeCues } from "#api/captions/shape-cues.ts";
import { Cue, type CueWord } from "#contract/subtitles.ts";

const said = (start: number, end: number, text: string): CueWord => ({ start, end, text });
const shape = (segments: CueWord[], language = "en", words: CueWord[] = []) =>
  shapeCues([{ segments, words }], language);
const texts = (cues: Cue[]) => cues.map(({ text }) => text);

describe("the cues of what was said", () => {
  it("end where a sentence or a phrase ends, and are broken into balanced lines", () => {
    const text =
      "Hello everyone. Today I will show you how to record the screen with this program, and how you can share what you have made with 1 000 of your friends. First, open the browser.";
    expect(texts(shape([said(0, 11, text)]))).toEqual([
      "Hello everyone. Today I will show you how\nto record the screen with this program,",
      "and how you can share what you have\nmade with 1 000 of your friends.",
      "First, open the browser.",
    ]);
  });

  it("take the times of words and the spelling of sentences", () => {
    const words = [said(0.1, 0.4, "hello"), said(0.5, 0.9, "world"), said(3, 3.9, "bye")];
    expect(shape([said(0, 4, "Hello, world. Bye!")], "en", words)).toEqual([
      {
        ...{ start: 0.1, end: 1.1, text: "Hello, world." },
        words: [said(0.1, 0.4, "Hello,"), said(0.5, 0.9, "world.")],
      },
      { start: 3, end: 4, text: "Bye!", words: [said(3, 3.9, "Bye!")] },
    ]);
  });

  it("are in whole milliseconds, as all formats are, and so are their words", () => {
    expect(shape([said(0, 2, "One.")], "en", [said(0.10004, 1.50049, "One.")])).toEqual([
      { start: 0.1, end: 1.5, text: "One.", words: [said(0.1, 1.5, "One.")] },
    ]);
  });

  it("take of all words those whose middle lies within the sentence", () => {
    const words = [said(0.2, 0.6, "One."), said(0.8, 1.2, "Two."), said(1.4, 1.8, "three.")];
    const cues = shape([said(0, 1, "One."), said(1, 2, "Two. Three.")], "en", words);
    expect(cues.flatMap((cue) => cue.words ?? [])).toEqual([
      said(0.2, 0.6, "One."),
      said(0.8, 1.2, "Two."),
      said(1.4, 1.8, "Three."),
    ]);
  });

  it("look for the words of a stretch among those of its part, however many others there are", () => {
    let looks = 0;
    const part = (_: unknown, at: number) => {
      const word = {
        ...said(at, at + 1, "Word."),
        get start() {
          looks++;
          return at;
        },
      };
      return { segments: [said(at, at + 1, "Word.")], words: [word] };
    };
    const parts = Array.from({ length: 1000 }, part);
    expect(shapeCues(parts, "en").at(-1)?.end).toBe(1000);
    expect(looks).toBeLessThan(10 * parts.length);
  });

  it("have a line for a word that is longer than one", () => {
    const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
    expect(texts(shape([said(0, 6, `${long} tagt heute`)]))).toEqual([`${long}\ntagt heute`]);
    expect(texts(shape([said(0, 6, `Heute tagt ${long}`)]))).toEqual([`Heute tagt\n${long}`]);
  });

  it("are over when what they show has been said, however slowly", () => {
    const words = Array.from({ length: 12 }, (_, at) => said(at * 1.5, (at + 1) * 1.5, `w${at}`));
    const text = words.map((word) => word.text).join(" ");
    const cues = shape([said(0, 18, text)], "en", words);
    expect(cues.flatMap((cue) => cue.words ?? [])).toHaveLength(12);
    for (const { end, words: shown = [] } of cues) expect(shown.at(-1)?.end).toBe(end);
  });

  it("are never broken inside of a number, wherever it stands", () => {
    for (let before = 1; before < 30; before++) {
      const text = `${"ab ".repeat(before)}1 000 000 ${"cd ".repeat(20)}`;
      const lines = texts(shape([said(0, 20, text)])).flatMap((shown) => shown.split("\n"));
      expect(lines.filter((line) => line.includes("1 000 000"))).toHaveLength(1);
    }
  });

  it("have two years as two words, and a number with a space as one", () => {
    const cues = shape([said(0, 4, "2020 2021 or 1 000")], "en", [said(0, 4, "years")]);
    const words = cues.flatMap((cue) => cue.words ?? []);
    expect(words.map(({ text }) => text)).toEqual(["2020", "2021", "or", "1 000"]);
  });

  it("have a bracket with the word that it opens, and with the one that it closes", () => {
    const cues = shape([said(0, 4, "他说「你好」吧")], "zh", [said(0, 4, "x")]);
    const words = cues.flatMap((cue) => cue.words ?? []);
    expect(words.map(({ text }) => text)).toContain("「你好」");
  });

  it.each(["a", "字", "1,", "👍", "👍a", "字a"])(
    "can be kept and read where an engine repeats %s without end",
    (sign) => {
      const text = sign.repeat(3000);
      const cues = shape([said(0, 300, text)], "ja", [said(0, 300, text)]);
      expect(texts(cues).join("").replaceAll("\n", "")).toBe(text);
      for (const one of cues) expect(Cue.parse(one).text.length).toBeLessThanOrEqual(2 * 2 * 42);
      for (const line of texts(cues).flatMap((shown) => shown.split("\n")))
        expect(line.isWellFormed(), line).toBe(true);
    },
  );

  it("have lines of half as many signs where each is as wide as two", () => {
    const text = "今天我们一起看看这个程序怎样录制屏幕".repeat(6);
    const lines = texts(shape([said(0, 10, text)], "zh")).flatMap((shown) => shown.split("\n"));
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(21);
  });

  it("are parted by pauses of six tenths of a second, and by no shorter ones", () => {
    const count = (pause: number) =>
      shape([said(0, 1, "one two"), said(1 + pause, 3, "three four")]).length;
    expect([count(0.59), count(0.61)]).toEqual([1, 2]);
  });

  it("are parted by pauses", () => {
    const parts = [said(0, 1, "one two"), said(3, 4, "three four")];
    expect(texts(shape(parts))).toEqual(["one two", "three four"]);
  });

  it.each([
    [
      "zh",
      "今天我将向大家展示如何使用这个程序录制屏幕,并与朋友分享。首先打开浏览器,然后按下红色按钮。",
    ],
    [
      "ja",
      "今日はこのプログラムで画面を録画する方法をお見せします。まずブラウザを開き、赤いボタンを押してください。",
    ],
    ["th", "สวัสดีทุกคน วันนี้ผมจะแสดงให้คุณเห็นวิธีการบันทึกหน้าจอด้วยโปรแกรมนี้ และแบ่งปันกับเพื่อนของคุณ"],
    [
      "ar",
      "مرحبا بالجميع. سأعرض لكم اليوم كيفية تسجيل الشاشة بهذا البرنامج، ثم مشاركتها مع أصدقائكم.",
    ],
  ])("keep words whole in %s, in their own order", (language, text) => {
    const cues = shape([said(0, 10, text)], language);
    expect(cues.length).toBeGreaterThan(1);
    const words = new Intl.Segmenter(language, { granularity: "word" });
    const whole = new Set(Array.from(words.segment(text), ({ segment }) => segment.trim()));
    const lines = cues.flatMap((cue) => cue.text.split("\n"));
    for (const line of lines)
      for (const { segment, isWordLike } of words.segment(line))
        if (isWordLike) expect(whole, `${line}: ${segment}`).toContain(segment);
    expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
  });

  it("are few where there is much to say nothing of", () => {
    expect(shape([])).toEqual([]);
    expect(shape([said(0, 5, "  ")])).toEqual([]);
  });
});

const word = fc.oneof(
  { weight: 8, arbitrary: fc.stringMatching(/^[a-z]{1,12}[.,!?]?$/) },
  fc.constantFrom(
    "3.14",
    "1,000,000",
    "—",
    "(so",
    "said)",
    "https://example.com/a-long-address/indeed?yes",
  ),
);
const segment = fc.record({
  pause: fc.double({ min: 0, max: 4, noNaN: true }),
  seconds: fc.double({ min: 0, max: 30, noNaN: true }),
  words: fc.array(word, { minLength: 1, maxLength: 60 }),
});

/** Segments one after the other, and now and then over one another, as engines say them. */
function segmentsOf(drawn: { pause: number; seconds: number; words: string[] }[]): CueWord[] {
  let clock = 0;
  return drawn.map(({ pause, seconds, words }) => {
    const start = clock + pause;
    clock = start + seconds * 0.9;
    return said(start, start + seconds, words.join(" "));
  });
}

describe("whatever was said", () => {
  it("can be read: short lines, short enough and one cue after the other", () => {
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), (drawn) => {
        const segments = segmentsOf(drawn);
        const cues = shape(segments);
        for (const [index, { start, end, text }] of cues.entries()) {
          const next = cues[index + 1]?.start ?? Number.POSITIVE_INFINITY;
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(next);
          expect(end - start).toBeLessThanOrEqual(7.001);
          if (next - start >= 1) expect(end - start).toBeGreaterThanOrEqual(0.999);
          const lines = text.split("\n");
          expect(lines.length).toBeLessThanOrEqual(2);
          for (const line of lines)
            if (line.includes(" ")) expect(line.length).toBeLessThanOrEqual(42);
        }
        // Nothing is lost, nothing is broken, nothing is turned round.
        expect(cues.flatMap(({ text }) => text.split(/\s/))).toEqual(
          segments.flatMap(({ text }) => text.split(" ")),
        );
      }),
    );
  });
});
