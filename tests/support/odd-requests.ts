import fc from "fast-check";
import type { Call, Parameter } from "#api/http/openapi/types.ts";
import { type DocumentedCall, parametersOf } from "./documented.ts";
import { succeeding } from "./fuzz/succeeding.ts";
import { almost, oddText, resolved, right, unkeepable } from "./odd-values.ts";

/** The callers; `forged` has a session that nobody gave, and `lost` a link that nobody made. */
const askers = [
  "stranger",
  "lost",
  "forged",
  "link",
  "guest",
  "other",
  "account",
  "admin",
] as const;
type Asker = (typeof askers)[number];

/** A request as the report of a failure shows it: only text, with `{names}` for what there is. */
export interface OddRequest {
  asker: Asker;
  /** The values in the address, by the name of their parameter; already encoded. */
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  type: string | null;
  body: string | null;
  /** The body breaks off after so many bytes, as that of a vanished sender does. */
  breaksAt: number | null;
}

/** Requests for one call of the document: mostly right but for one thing, and sometimes wrong in several. */
export function oddRequests(documented: DocumentedCall): fc.Arbitrary<OddRequest> {
  const odd = oddParts(documented);
  const fine = rightParts(documented);
  const parts = ["asker", "path", "query", "headers", "type", "body", "body", "breaksAt"] as const;
  const oneOdd = parts.map((part) => fc.record<OddRequest>({ ...fine, [part]: odd[part] }));
  return fc.oneof(...oneOdd, fc.record<OddRequest>(odd));
}

/** The requests that are tried in any case, whatever chance brings. */
export function certainRequests(documented: DocumentedCall): OddRequest[] {
  const [fine] = fc.sample(fc.record<OddRequest>(rightParts(documented)), { numRuns: 1, seed: 1 });
  if (!fine) return [];
  const { schema } = documented.call.requestBody?.content["application/json"] ?? {};
  const texts = schema ? unkeepable(schema).map((body) => JSON.stringify(body)) : [];
  const queried = parametersOf(documented).filter((one) => one.in === "query");
  return [
    ...askers.map((asker) => ({ ...fine, asker })),
    ...texts.map((body) => ({ ...fine, body })),
    ...queried.flatMap(({ name }): OddRequest[] => [
      { ...fine, query: [[name, "a\u0000b"]] },
      {
        ...fine,
        query: [
          [name, "1"],
          [name, "2"],
        ],
      },
    ]),
  ];
}

/** The values that a parameter may have, where the document lists them. */
function choices({ schema }: Parameter): string[] {
  const { enum: values } = resolved(schema);
  return Array.isArray(values) ? values.map(String) : [];
}

type Parts = { [Part in keyof OddRequest]: fc.Arbitrary<OddRequest[Part]> };

function rightParts(documented: DocumentedCall): Parts {
  const { path, call } = documented;
  const parameters = parametersOf(documented);
  const inAddress = parameters.filter((one) => one.in === "path");
  const required = parameters.filter((one) => one.in === "header" && one.required);
  const { asker, body, query = [], headers = {} } = succeeding[call.operationId] ?? {};
  const usualAskers: readonly Asker[] = path.startsWith("/admin")
    ? ["admin"]
    : ["account", "guest"];
  return {
    asker: fc.constantFrom(...(asker ? [asker] : usualAskers)),
    path: fc.constant(
      Object.fromEntries(inAddress.map((one) => [one.name, choices(one)[0] ?? `{${one.name}}`])),
    ),
    query: fc.constant(query),
    headers: fc.constant({
      ...Object.fromEntries(required.map(({ name }) => [name, usual[name]?.[0] ?? "x"])),
      ...headers,
    }),
    type: fc.constant(rightType(call)),
    body:
      body === undefined
        ? rightBody(call)
        : fc.constant(typeof body === "string" ? body : JSON.stringify(body)),
    breaksAt: fc.constant(null),
  };
}

function oddParts(documented: DocumentedCall): Parts {
  const parameters = parametersOf(documented);
  const of = (place: Parameter["in"]) => parameters.filter((one) => one.in === place);
  return {
    asker: fc.constantFrom(...askers),
    path: fc.record(Object.fromEntries(of("path").map(({ name }) => [name, inPath(name)]))),
    query: queries(of("query")),
    headers: headers(of("header")),
    type: types(documented.call),
    body: bodies(documented.call),
    breaksAt: fc.oneof(fc.constant(null), fc.nat(300)),
  };
}

/** No value that would make another address: that of a call with fewer segments, or with more. */
const inPath = (name: string): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant(`{${name}}`) },
    { weight: 1, arbitrary: fc.uuid() },
    {
      weight: 3,
      arbitrary: fc.oneof(
        fc.constantFrom("%00", "%ff", "%ed%a0%80", "%F0%9F%94%A5", "%2F", "%25", "%zz", "0", "x"),
        oddText
          .map((text) => encodeURIComponent(text.toWellFormed()))
          .filter((text) => !/^\.{0,2}$/.test(text)),
      ),
    },
  );

function queries(known: Parameter[]): fc.Arbitrary<[string, string][]> {
  const one = fc.tuple(
    fc.constantFrom("share", "token", "unlock", "x", "limit[]", ...known.map(({ name }) => name)),
    fc.oneof(
      fc.constantFrom("1", "10", "0", "-1", "1.5", "NaN", "Infinity", "0x10", "{link}", "title"),
      oddText,
    ),
  );
  return fc.oneof(
    fc.constant<[string, string][]>([]),
    fc.array(one, { maxLength: 3 }),
    one.map((twice): [string, string][] => [twice, twice]),
  );
}

const TUS = "Tus-Resumable";
const usual: Record<string, string[]> = {
  [TUS]: ["1.0.0"],
  "Upload-Offset": ["0", "9"],
  "Upload-Length": ["9", "100000"],
  "Upload-Defer-Length": ["1"],
  "Upload-Metadata": ["filename YS53ZWJt,filetype dmlkZW8vd2VibQ==,kind cmVjb3JkaW5n"],
  Range: ["bytes=0-9", "bytes=-5", "bytes=99999999-"],
  "X-Share-Token": ["{link}"],
};

const oddHeader = fc.oneof(
  fc.constantFrom("", "-1", "1e9", "99999999999999999999", "bytes=,-", "bytes=9-1", "*", '"', "ÿ"),
  fc.constantFrom("x".repeat(5000), "filename", "filename !!!", "a b,a b", "0.9.9", "kind AAAA"),
);

function headers(known: Parameter[]): fc.Arbitrary<Record<string, string>> {
  const fields = known.map(({ name }) => {
    const right = fc.constantFrom(...(usual[name] ?? ["x"]));
    const weight = name === TUS ? 20 : 4;
    return [name, fc.oneof({ weight, arbitrary: right }, { weight: 1, arbitrary: oddHeader })];
  });
  const requiredKeys = known.filter(({ required }) => required).map(({ name }) => name);
  const all = fc.record<Record<string, string>>(Object.fromEntries(fields), { requiredKeys });
  return fc.oneof(
    { weight: 8, arbitrary: all },
    { weight: 1, arbitrary: fc.constant<Record<string, string>>({}) },
  );
}

function rightType({ requestBody }: Call): string | null {
  const [type] = Object.keys(requestBody?.content ?? {});
  if (type === undefined) return null;
  return type === "multipart/form-data" ? `${type}; boundary=${BOUNDARY}` : type;
}

const types = (call: Call): fc.Arbitrary<string | null> =>
  fc.constantFrom(
    rightType(call),
    null,
    "",
    "text/plain",
    "application/json; charset=utf-16",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    `multipart/form-data; boundary=${"x".repeat(80)}`,
    "application/json, text/html",
    "image/jpeg",
  );

const BOUNDARY = "kinora";
function rightBody({ requestBody }: Call): fc.Arbitrary<string | null> {
  const [type, content] = Object.entries(requestBody?.content ?? {})[0] ?? [];
  if (!type || !content) return fc.constant(null);
  if (type === "application/json") return json(right(content.schema));
  if (type === "multipart/form-data") return fc.constant(form('"video"', '"a.webm"', "{video}"));
  return fc.constant(type === "image/jpeg" ? "{picture}" : "{video}");
}

function bodies(call: Call): fc.Arbitrary<string | null> {
  const [type, content] = Object.entries(call.requestBody?.content ?? {})[0] ?? [];
  if (!type || !content) return fc.constant(null);
  const whole = type === "application/json" ? json(almost(content.schema)) : bytesOf(type);
  return fc.oneof(
    { weight: 10, arbitrary: whole },
    { weight: 2, arbitrary: cut(whole) },
    { weight: 1, arbitrary: fc.constantFrom(null, "", "{", "[".repeat(50_000), "\u0000") },
    {
      weight: 1,
      arbitrary: fc.constantFrom(DEEP, '{"a":1e999}', '{"a":"\\ud800"}', "x".repeat(300_000)),
    },
  );
}

const DEEP = `${"[".repeat(60_000)}${"]".repeat(60_000)}`;

const json = (value: fc.Arbitrary<unknown>) => value.map((one) => JSON.stringify(one) ?? "");

const cut = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([whole, share]) => whole.slice(0, Math.floor(whole.length * share)));

/** `{video}` becomes a real video when it is sent. */
const bytesOf = (type: string): fc.Arbitrary<string> => {
  const content = fc.constantFrom("{video}", "{video}", "{picture}", "nothing that plays", "");
  if (type !== "multipart/form-data") return content;
  const name = fc.constantFrom('"video"', '"video"', '"other"', "video", '""', '"vi\u0000deo"');
  const filename = fc.constantFrom('"a.webm"', '"a.txt"', '""', '"\u202e.webm"', '"a\u0000.mp4"');
  return fc.tuple(name, filename, content).map((parts) => form(...parts));
};

const form = (name: string, filename: string, content: string) =>
  [
    `--${BOUNDARY}`,
    `Content-Disposition: form-data; name=${name}; filename=${filename}`,
    "",
    content,
    `--${BOUNDARY}--`,
    "",
  ].join("\r\n");
