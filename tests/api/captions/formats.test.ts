import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tidyCues } from "#api/captions/cue.ts";
import { readCues, readFile, writeCues } from "#api/captions/formats.ts";
import { isVtt } from "#api/captions/read-vtt.ts";
import type { Cue, SubtitleFormat } from "#contract/subtitles.ts";

/** Texts that are hard to keep: markup, arrows, numbers, entities, other scripts, what looks like a file. */
const hard = fc.constantFrom(
  ..."<b> </i> <v Ada> <00:00:01.000> a<b &amp; &lt; &am --> -> 1 12 00:00:01,000 {\\an8} {x} WEBVTT NOTE STYLE שלום 你好 👍 \u00a0 \u200e".split(
    " ",
  ),
);
const text = fc
  .array(fc.oneof(hard, fc.string({ maxLength: 6, unit: "grapheme" }), fc.constant("\n")), {
    minLength: 1,
    maxLength: 8,
  })
  .map((parts) => parts.join(" "));
const cue = fc
  .record({
    at: fc.integer({ min: 0, max: 40_000_000 }),
    for: fc.integer({ min: 1, max: 10_000 }),
    text,
  })
  .map((one): Cue => ({ start: one.at / 1000, end: (one.at + one.for) / 1000, text: one.text }));
const cues = fc
  .array(cue, { minLength: 1, maxLength: 12 })
  .map(tidyCues)
  .filter(({ length }) => length > 0);

const oddFile = fc
  .array(
    fc.oneof(
      hard,
      fc.constantFrom(
        "\n",
        "\r\n",
        "\r",
        "\n\n",
        "00:00:01.000 --> 00:00:02.000",
        "\ufeff",
        "WEBVTT",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(""));

describe("what is written", () => {
  it.each<SubtitleFormat>(["srt", "vtt"])("as %s is read as it was", (format) => {
    fc.assert(
      fc.property(cues, (written) => {
        const file = readFile(writeCues(written, format));
        expect(file).toEqual({ format, reading: { ok: true, cues: written } });
      }),
    );
  });

  it("as WebVTT holds nothing that a browser would take for a time or for markup", () => {
    fc.assert(
      fc.property(cues, (written) => {
        const lines = writeCues(written, "vtt").split("\n");
        expect(lines.filter((line) => line.includes("-->"))).toHaveLength(written.length);
        expect(lines.filter((line) => /[<>]/.test(line.replace(/^[\d:.]+ --> /, "")))).toEqual([]);
      }),
    );
  });

  it("as txt keeps its times, and a changed line changes its cue alone", () => {
    fc.assert(
      fc.property(cues, fc.nat(), (written, any) => {
        const content = writeCues(written, "txt");
        expect(readCues(content, "txt", written)).toEqual({ ok: true, cues: written });
        const at = any % written.length;
        const lines = content.split("\n").with(at, "Another line");
        const expected = written.map((one, index) =>
          index === at ? { ...one, text: "Another line" } : one,
        );
        expect(readCues(lines.join("\n"), "txt", written)).toEqual({ ok: true, cues: expected });
      }),
    );
    const former = { start: 0, end: 1, text: "cafe\u0301\nnoir" };
    expect(readCues("café noir", "txt", [former]), "is as it was in either spelling").toEqual({
      ok: true,
      cues: [{ ...former, text: "café\nnoir" }],
    });
    expect(readCues("one\ntwo", "txt", [{ start: 0, end: 1, text: "one" }])).toMatchObject({
      errors: [{ line: 2 }],
    });
  });
});

describe("a broken time in SRT", () => {
  const wrong = "A time is written as 00:00:01,000 --> 00:00:02,500.";
  const whole = "1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:00:03,000 --> 00:00:04,000\nTwo\n";
  const linesOf = (content: string) => {
    const reading = readCues(content, "srt", []);
    return reading.ok ? reading.cues.map(({ text }) => text) : reading.errors;
  };

  it.each([
    "00:00:03,000 -> 00:00:04,000",
    "00:00:03,000->00:00:04,000",
    "00:00:03,000 –> 00:00:04,000",
    "00:00:03.000 => 00:00:04.000",
    "00:00:03,000 → 00:00:04,000",
    "00:03 -> 00:04",
    "00:00:03,000 00:00:04,000",
    "00:00:03,000 - 00:00:04,000",
    "00:00:03,000 -> 00:00:04,000 X1:40",
    "Two",
    "no time here",
  ])("is refused by its line, and is no speech: %s", (broken) => {
    const content = whole.replace("00:00:03,000 --> 00:00:04,000", broken);
    expect(linesOf(content)).toEqual([{ line: 6, message: wrong }]);
    expect(linesOf(content.replace("\n\n2\n", "\n2\n"))).toEqual(
      /\d:\d/.test(broken) ? [{ line: 5, message: wrong }] : [expect.any(String)],
    );
  });

  it("is refused by its line where it is the first, or the only one", () => {
    const broken = "00:00:01,000 -> 00:00:02,000";
    expect(linesOf(whole.replace("00:00:01,000 --> 00:00:02,000", broken))).toContainEqual({
      line: 2,
      message: wrong,
    });
    expect(linesOf(`1\n${broken}\nOne\n`)).toEqual([{ line: 2, message: wrong }]);
  });

  it.each([
    "a -> b",
    "-> and then",
    "10:30 - 11:30 lunch",
    "It is 10:30 -> 11:30 here",
    "3:1, 4:2",
    "3",
    "00:00:05,000",
    "5 -> 6",
  ])("is none in speech, which stays: %s", (said) => {
    expect(linesOf(whole.replace("One", said))).toEqual([said, "Two"]);
    expect(linesOf(whole.replace("One", `One\n${said}`))).toEqual([`One\n${said}`, "Two"]);
  });

  it("is written so that it stays speech where somebody says it", () => {
    for (const text of [
      "00:00:01,000 -> 00:00:02,000",
      "a\n00:00:01,000 00:00:02,000\n1:02>3:04",
    ]) {
      const said = [{ start: 1, end: 2, text }];
      expect(readCues(writeCues(said, "srt"), "srt", [])).toEqual({ ok: true, cues: said });
    }
  });
});

describe("any text", () => {
  it("ends in cues that can be written again, or in errors with lines", () => {
    fc.assert(
      fc.property(oddFile, (content) => {
        const { format, reading } = readFile(content);
        const count = content.split(/\r\n|\r|\n/).length;
        if (reading.ok) expect(readFile(writeCues(reading.cues, format)).reading).toEqual(reading);
        else {
          expect(reading.errors.length).toBeGreaterThan(0);
          for (const { line } of reading.errors) {
            expect(line).toBeGreaterThanOrEqual(1);
            expect(line).toBeLessThanOrEqual(count);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it("takes time in proportion to its length", () => {
    for (const piece of ["<", "&", "{\\", "-->", "1\n", "00:", "<b ", "\r"]) {
      const { reading } = readFile(piece.repeat(300_000));
      expect(reading.ok).toBe(false);
    }
  });
});

describe("files of other programs are read", () => {
  const read = (...lines: string[]) => readFile(lines.join("\n")).reading;
  const hello = { ok: true, cues: [{ start: 1, end: 2.5, text: "Hello" }] };

  it.each([
    [
      "with a mark of the byte order and breaks of Windows",
      "\ufeff1\r\n00:00:01,000 --> 00:00:02,500\r\nHello\r\n\r\n",
    ],
    ["with breaks of old Macs", "1\r00:00:01,000 --> 00:00:02,500\rHello\r"],
    ["without numbers", "00:00:01,000 --> 00:00:02,500\nHello"],
    ["with points, and without hours", "1\n00:01.000 --> 0:02.5\nHello"],
    [
      "with tags and a place in braces",
      '1\n00:00:01,000 --> 00:00:02,500\n{\\an8}<font color="#fff"><i>Hello</i></font>',
    ],
    [
      "with a place after the time",
      "1\n00:00:01,000 --> 00:00:02,500 X1:10 X2:20 Y1:1 Y2:2\nHello",
    ],
    [
      "with an empty cue",
      "1\n00:00:00,000 --> 00:00:00,900\n\n2\n00:00:01,000 --> 00:00:02,500\nHello",
    ],
    [
      "as WebVTT with settings, names, notes and styles",
      "WEBVTT - by hand\nKind: captions\n\nSTYLE\n::cue { color: red }\n\nREGION\nid:low\n\nNOTE\nnothing --\n\nintro\n00:01.000 --> 00:02.500 align:start position:10%\n<v.loud Ada><00:01.500><c.x>Hel</c>lo",
    ],
    [
      "as WebVTT whose blank lines hold spaces, with a cue that says nothing",
      "WEBVTT\n \n00:00.000 --> 00:00.900\n<i></i>\n \n00:01.000 --> 00:02.500\nHello",
    ],
  ])("%s", (_, content) => {
    expect(readFile(content).reading).toEqual(hello);
  });

  it("without blank lines between cues, and with one inside of a cue", () => {
    expect(
      read(
        ...["1", "00:00:01,000 --> 00:00:02,000", "One"],
        ...["2", "00:00:03,000 --> 00:00:04,000", "Two", "", "more", "", "3"],
        ...["00:00:05,000 --> 00:00:06,000", "3"],
      ),
    ).toMatchObject({ cues: [{ text: "One" }, { text: "Two\nmore" }, { text: "3" }] });
  });

  it("as WebVTT, as browsers do: where a blank line is missing, a time begins the next cue", () => {
    const [first, second] = ["00:01.000 --> 00:02.000", "00:03.000 --> 00:04.000"];
    const both = {
      cues: [
        { start: 1, text: "One" },
        { start: 3, text: "Two" },
      ],
    };
    expect(read("WEBVTT", "Kind: captions", first, "One", "", second, "Two")).toMatchObject(both);
    expect(read("WEBVTT", "", "1", first, "One", second, "Two")).toMatchObject(both);
    const errors = [{ line: 4, message: expect.any(String) }];
    expect(read("WEBVTT", first, "One", "00:99.000 --> 01:40.000", "Two")).toMatchObject({
      errors,
    });
  });

  it("in the order of the video; of two that begin together, what is over sooner first", () => {
    const [third, first, second] = [
      ["00:00:03,000 --> 00:00:04,000", "three"],
      ["00:00:01,000 --> 00:00:02,000", "one"],
      ["00:00:01,000 --> 00:00:03,000", "two"],
    ];
    const inOrder = { cues: [{ text: "one" }, { text: "two" }, { text: "three" }] };
    expect(read(...third, ...first, ...second)).toMatchObject(inOrder);
    expect(read(...second, ...third, ...first)).toMatchObject(inOrder);
  });

  it("and what is wrong is named by its line", () => {
    expect(read("Title", "", "1", "00:00:01,000 --> 00:99:02,000", "x")).toEqual({
      ok: false,
      errors: [
        { line: 1, message: "A number or a time belongs here." },
        { line: 4, message: "A time is written as 00:00:01,000 --> 00:00:02,500." },
      ],
    });
    for (const time of ["00:60:00,000", "00:00:60,000"])
      expect(read("1", `00:00:01,000 --> ${time}`, "x")).toMatchObject({ errors: [{ line: 2 }] });
    expect(read("WEBVTT", "", "Hello", "there")).toMatchObject({ errors: [{ line: 3 }] });
    const [broken, whole] = ["00:99.000 --> 00:99.500", "00:01.000 --> 00:02.500"];
    for (const cue of [
      [broken, "x"],
      [whole, "x".repeat(2001)],
    ])
      expect(read("WEBVTT", "", "intro", ...cue)).toMatchObject({ errors: [{ line: 4 }] });
    expect(
      read("WEBVTT", "", "one", "two", whole, "x"),
      "of the lines before the times, one is a name",
    ).toMatchObject({ errors: [{ line: 3 }] });
    expect(read("WEBVTT", "", "NOTES", "x"), "no comment").toMatchObject({ errors: [{ line: 3 }] });
    expect(isVtt("WEBVTTX")).toBe(false);
    expect(readFile("").reading).toMatchObject({ errors: [{ line: 1 }] });
  });
});
