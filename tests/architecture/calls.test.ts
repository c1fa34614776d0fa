import { Visitor } from "vite";
import { describe, expect, it } from "vitest";
import { operations } from "#contract/operations.ts";
import { callsPastRequest, clientCalls } from "./client-calls.ts";
import { isScript, parse, sourceFiles } from "./sources.ts";

/** The files that speak to a server otherwise than by `request`, each for a reason. */
const reviewed = {
  "web/src/lib/early-link.ts": "asks what a link opens before anything else of ours is there",
  "web/src/lib/uploads/tus.ts": "speaks TUS, whose headers and answers are its own",
  "web/src/lib/client-address.ts": "asks a service that is not ours",
  "web/src/features/recordings/download.ts": "asks for the head of an address of the data floor",
  "web/src/features/player/failure.ts": "asks for the head of what does not play",
};

const calls = clientCalls();
const files = sourceFiles().filter((file) => isScript(file) && file.startsWith("web/src/"));

describe("a call of the API", () => {
  it("is found at all", () => {
    expect(calls.map(({ call }) => call)).toContain("GET /api/recordings/:x");
    expect(calls.length).toBeGreaterThan(40);
  });

  it("is one that the contract names", () => {
    const named = new Set(operations.map(({ call }) => shapeOf(call.replace(" ", " /api"))));
    expect(calls.filter(({ call }) => !named.has(shapeOf(call)))).toEqual([]);
  });

  it("stands in one place, whoever needs it", () => {
    const places = Map.groupBy(calls, ({ call }) => shapeOf(call));
    const repeated = [...places].flatMap(([call, found]) =>
      found.length > 1 ? [`${call} is called in ${found.map(placeOf).join(" and ")}`] : [],
    );
    expect(repeated).toEqual([]);
  });

  it("stands on the data floor", () => {
    expect(calls.filter(({ file }) => !file.startsWith("web/src/data/"))).toEqual([]);
  });

  it("goes by `request`, but for what was reviewed", () => {
    expect(callsPastRequest()).toEqual(Object.keys(reviewed).sort());
  });
});

describe("a key of the cache", () => {
  it("begins with a word that one file writes", () => {
    const keys = files.flatMap(keysIn);
    expect(keys.map(({ word }) => word)).toContain("recordings");
    const places = Map.groupBy(keys, ({ word }) => word);
    const repeated = [...places].flatMap(([word, found]) => {
      const inFiles = [...new Set(found.map(({ file }) => file))];
      return inFiles.length > 1 ? [`"${word}" begins a key in ${inFiles.join(" and ")}`] : [];
    });
    expect(repeated).toEqual([]);
  });
});

describe("a write", () => {
  it("is made by `write`, which alone says what goes with one", () => {
    const made = files.filter((file) => propertiesOf(file).includes("mutationFn"));
    expect(made).toEqual(["web/src/data/write.ts"]);
  });

  it("is the only one to put something else into the cache", () => {
    const putting = files.filter((file) => parse(file).text.includes("setQueryData"));
    expect(putting.filter((file) => !file.startsWith("web/src/data/"))).toEqual([]);
  });
});

/** The same address, whatever its parameters are called. */
const shapeOf = (call: string) => call.replaceAll(/:\w+|\{\w+\}/g, ":x");

const placeOf = ({ file, line }: (typeof calls)[number]) => `${file}:${line}`;

/** First words of `queryKey: ["…"]`, of `read(["…"]` and of constants called `…Key`. */
function keysIn(file: string): { file: string; word: string }[] {
  const { text } = parse(file);
  const written = /(?:queryKey:|\bread\(|Key(?: =|\b[^=\n]*=>))\s*\[\s*"([^"]+)"/g;
  return [...text.matchAll(written)].map(([, word = ""]) => ({ file, word }));
}

function propertiesOf(file: string): string[] {
  const names: string[] = [];
  new Visitor({
    Property({ key }) {
      if (key.type === "Identifier") names.push(key.name);
    },
  }).visit(parse(file).program);
  return names;
}
