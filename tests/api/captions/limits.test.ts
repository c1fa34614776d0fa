import { describe, expect, it } from "vitest";
import { readCues, readFile, writeCues } from "#api/captions/formats.ts";

describe("more than any speech has", () => {
  const errorsOf = (content: string) => {
    const { reading } = readFile(content);
    return reading.ok ? reading.cues.length : reading.errors;
  };

  it("is refused before it is read: lines, in every format, whatever breaks them", () => {
    const errors = [{ line: 200_001, message: "There are too many lines." }];
    for (const breaks of ["\n", "\r\n", "\r"]) {
      const lines = breaks.repeat(200_000);
      expect(errorsOf(lines)).toEqual(errors);
      expect(errorsOf(`WEBVTT${lines}`)).toEqual(errors);
      expect(readCues(lines, "txt", [])).toEqual({ ok: false, errors });
    }
    const long = `00:00:01,000 --> 00:00:02,000\nx${"\r\n".repeat(199_998)}`;
    expect(errorsOf(long)).toBe(1);
  });

  it("or cues, of which the editor could not save one more", () => {
    const cues = (count: number) => "00:01.000 --> 00:02.000\nx\n\n".repeat(count);
    const message = "There are more than 20000 cues.";
    expect(errorsOf(cues(20_000))).toBe(20_000);
    expect(errorsOf(cues(20_001))).toEqual([{ line: 60_001, message }]);
    expect(errorsOf(`WEBVTT\n\n${cues(20_000)}`)).toBe(20_000);
    expect(errorsOf(`WEBVTT\n\n${cues(20_001)}`)).toEqual([{ line: 60_003, message }]);
  });
});

describe("a cue at its limits", () => {
  const cue = (time: string, said = "x") => `00:00:01,000 --> ${time}\n${said}\n`;
  const wrongIn = (content: string) => {
    const { reading } = readFile(content);
    return reading.ok ? null : reading.errors.map(({ message }) => message);
  };

  it.each([
    ["277:46:40,000", "x", null],
    ["277:46:40,001", "x", ["Its time lies too far out."]],
    ["00:00:02,000", "x".repeat(2000), null],
    ["00:00:02,000", "x".repeat(2001), ["Its text is too long."]],
    ["00:00:01,001", "x", null],
    ["00:00:01,000", "x", ["It ends before it begins."]],
  ])("that ends at %s is read, or refused in words", (time, said, wrong) => {
    expect(wrongIn(cue(time, said))).toEqual(wrong);
    expect(wrongIn(`WEBVTT\n\n${cue(time, said).replaceAll(",", ".")}`)).toEqual(wrong);
  });

  it("is one of twenty that are named, however many are wrong", () => {
    const wrong = cue("00:00:00,000");
    expect(wrongIn(wrong.repeat(20))).toHaveLength(20);
    expect(wrongIn(wrong.repeat(21))).toHaveLength(20);
    expect(wrongIn(`WEBVTT\n\n${`${wrong}\n`.repeat(21)}`)).toHaveLength(20);
  });

  it("is written in whole milliseconds, with hours of any number", () => {
    const times = (start: number, end: number) =>
      writeCues([{ start, end, text: "x" }], "srt").split("\n")[1];
    expect(times(0, 59.9996)).toBe("00:00:00,000 --> 00:01:00,000");
    expect(times(3599.999, 360_000.5)).toBe("00:59:59,999 --> 100:00:00,500");
  });

  it("whose line in a text without times grew longer than a cue may be is refused by that line", () => {
    const written = ["one", "two"].map((text, start) => ({ start, end: start + 1, text }));
    const edited = (length: number) => readCues(`one\n${"x".repeat(length)}\n`, "txt", written);
    expect(edited(2000)).toMatchObject({ ok: true });
    const errors = [{ line: 2, message: "Its text is too long." }];
    expect(edited(2001)).toEqual({ ok: false, errors });
  });

  it("keeps the times of its words in a text without times, where it is as it was", () => {
    const words = [{ start: 0, end: 1, text: "one" }];
    const written = [
      { start: 0, end: 1, text: "one", words },
      { start: 1, end: 2, text: "two", words },
    ];
    expect(readCues("one\nthree\n", "txt", written)).toEqual({
      ok: true,
      cues: [written[0], { start: 1, end: 2, text: "three" }],
    });
  });
});
