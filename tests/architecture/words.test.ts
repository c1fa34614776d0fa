import { readFileSync } from "node:fs";
import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { isScript, parse, sourceFiles } from "./sources.ts";
import { quoted } from "./specified-words.ts";

const ofScreens = sourceFiles().filter((file) => isScript(file) && /^(web\/src|api)\//.test(file));

/** The texts in a file that people may read: its strings and what stands between its tags. */
function textsOf(file: string) {
  const found: { text: string; line: number }[] = [];
  const { program, lineAt } = parse(file);
  const take = (text: string, start: number) =>
    found.push({ text: text.replace(/\s+/g, " ").trim(), line: lineAt(start) });
  new Visitor({
    Literal({ value, start }) {
      if (typeof value === "string") take(value, start);
    },
    TemplateElement({ value, start }) {
      take(value.cooked ?? "", start);
    },
    JSXText({ value, start }) {
      take(value, start);
    },
  }).visit(program);
  return found;
}

/** The database has some words of its own. */
const refusals = [...new Bun.Glob("supabase/schema/*.sql").scanSync(".")].map((file) =>
  readFileSync(file, "utf8"),
);

/** Short texts stand by themselves; longer ones may be a part of a sentence. */
const LONG = 12;

describe("the words on the screens", () => {
  it("are those that the specification quotes", () => {
    const texts = new Set(ofScreens.flatMap(textsOf).map(({ text }) => text));
    const all = [...texts, ...refusals].join("\n");
    const isThere = (part: string) =>
      texts.has(part) || (part.length >= LONG && all.includes(part));
    const missing = quoted.filter(
      (text) =>
        !text
          .split(/\s*…\s*/)
          .filter(Boolean)
          .every(isThere),
    );
    expect(missing).toEqual([]);
    expect(quoted.length).toBeGreaterThan(150);
  });

  it("are plain, and one word for each thing, in what the API and the database say as well", () => {
    const found = ofScreens
      .flatMap((file) =>
        [...textsOf(file), ...templatesOf(file)].map(({ text, line }) => ({
          text,
          at: `${file}:${line}`,
        })),
      )
      .concat(refusals.flatMap(stringsOf).map((text) => ({ text, at: "supabase/schema" })))
      .concat({ text: readme.match(/whoever|e-mail/i)?.[0] ?? "", at: "README.md" })
      .filter(({ text }) => instead.some((words) => words.test(withoutQuoted(text))));
    expect(found).toEqual([]);
  });

  it("stand in sentences of at most twenty words, but where the specification quotes more", () => {
    const long = ofScreens
      .filter((file) => file.startsWith("web/"))
      .flatMap((file) => [...textsOf(file), ...templatesOf(file)].map((one) => ({ ...one, file })))
      .filter(({ text }) => !quoted.includes(text) && !isOfClasses.test(text))
      .flatMap(({ text, line, file }) =>
        text.split(/(?<=[.!?])\s+/).map((sentence) => ({ sentence, at: `${file}:${line}` })),
      )
      .filter(({ sentence }) => wordsIn(sentence) > 20);
    expect(long).toEqual([]);
  });
});

/** Whole templates, each value in them counted as one word. */
function templatesOf(file: string) {
  const found: { text: string; line: number }[] = [];
  const { program, lineAt } = parse(file);
  new Visitor({
    TemplateLiteral({ quasis, start }) {
      const text = quasis.map(({ value }) => value.cooked ?? "").join("0");
      found.push({ text: text.replace(/\s+/g, " ").trim(), line: lineAt(start) });
    },
  }).visit(program);
  return found;
}

/** Classes of a style sheet are strings as well. */
const isOfClasses =
  /(^|\s)(flex|grid|relative|absolute|rounded-\S+|border\S*|text-\d\d|px-\S+)(\s|$)/;

const wordsIn = (sentence: string) =>
  sentence.split(" ").filter((word) => /[\p{L}\d]/u.test(word)).length;

const readme = readFileSync("README.md", "utf8");

/** The strings of SQL that begin like a sentence. */
const stringsOf = (sql: string) =>
  [...sql.matchAll(/'([A-Z](?:[^']|'')* (?:[^']|'')*)'/g)].map(([, text = ""]) => text);

/** `docs/words.md` says what stands instead of these. */
const instead = [
  /The system's choice|As wide as its place|Half of all calls|As the server was started with/i,
  /e-mail|(?<![\w/'-])letters?(?![\w:-])(?!, digits)/i,
  /whoever/i,
  // Not the name of an element, a type or a field; a file on its way in is a video file.
  /(?!^videos?$)(?<![\w/#.@:"`'<-]|field )videos?(?![\w/`>-]|\.\w| files?\b)/i,
  /[Tt]he server's disk|disk of this server|whose disk|(?!^Local$)\bLocal\b(?! Storage)/,
  /^(New recording|Start a recording|Begin recording)$/,
];

/** The texts of the specification that say "video", the longest first, and two that follow its words. */
const ofVideos = [
  ...quoted.flatMap((text) => text.split(/\s*…\s*/)).filter((part) => /video/i.test(part)),
  "Average Videos per User",
  "You can view and download this video but cannot edit it.",
].sort((a, b) => b.length - a.length);

const withoutQuoted = (text: string) =>
  ofVideos.reduce((left, part) => left.replaceAll(part, " "), text);
