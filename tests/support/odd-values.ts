import fc from "fast-check";
import type { JsonSchema } from "#api/http/openapi/types.ts";
import { document } from "./documented.ts";

/** Text that is legal where it stands, and seldom thought of. */
export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "before\u0000after",
    "\ud800",
    "\udfff and more",
    "\u202eturned round",
    "\ufeff",
    "%00",
    "%",
    "'; select 1; --",
    "\\u0000",
    "null",
    "-0",
    "1e308",
    "9007199254740993",
    "99999999999999999999",
    "__proto__",
    "../../etc/passwd",
    "a@b@c",
    "x".repeat(5000),
    "é".normalize("NFD").repeat(300),
    "👩‍👩‍👧".repeat(100),
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
);

const oddNumber = fc.constantFrom(
  -0,
  -1,
  0.5,
  1e308,
  -1e308,
  Number.MIN_VALUE,
  Number.MAX_SAFE_INTEGER + 1,
  2 ** 31,
  2 ** 63,
);

/** A value of a type that nobody asked for. */
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.constantFrom<unknown>(null, true, [], {}, [[]], [null], { toString: 1 }, nested(200)),
  fc.jsonValue({ maxDepth: 2 }),
);

/** Where a value should name something there is: `{comment}` becomes the id of a comment when it is sent. */
const named: Record<string, string> = {
  plan_id: "{plan}",
  parent_comment_id: "{comment}",
  ids: "{notice}",
};

/** A value that a schema of the document allows, or one with a field wrong, missing or unknown, or nothing like it. */
export function almost(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { properties = {} } = resolved(schema);
  const names = Object.keys(Object(properties));
  const wrong = fc.dictionary(
    fc.constantFrom(...names, "__proto__", "x"),
    fc.oneof(oddText, oddValue),
    {
      minKeys: 1,
      maxKeys: 1,
    },
  );
  const oneWrong = fc
    .tuple(right(schema), wrong)
    .map(([whole, part]) => ({ ...Object(whole), ...part }));
  const oneMissing = fc
    .tuple(right(schema), fc.constantFrom("", ...names))
    .map(([whole, name]) => ({ ...Object(whole), [name]: undefined }));
  return fc.oneof(
    { weight: 3, arbitrary: right(schema) },
    { weight: 6, arbitrary: oneWrong },
    { weight: 1, arbitrary: oneMissing },
    { weight: 1, arbitrary: oddValue },
  );
}

/** Bodies that are always tried: each text with what no text in Postgres, and no UTF-8, can hold. */
export function unkeepable(schema: JsonSchema): unknown[] {
  const [whole] = fc.sample(right(schema), { numRuns: 1, seed: 1 });
  return Object.keys(Object(resolved(schema).properties)).flatMap((name) =>
    ["se\u0000same", "se\ud800same", ["se\u0000same"]].map((text) => ({
      ...Object(whole),
      [name]: text,
    })),
  );
}

export function right(schema: JsonSchema, name = ""): fc.Arbitrary<unknown> {
  const { enum: values, anyOf, type, properties, required, items } = resolved(schema);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((one) => right(one, name)));
  const [first = type] = Array.isArray(type) ? type : [type];
  switch (first) {
    case "object": {
      const fields = Object.entries(Object(properties)).map(
        ([field, inner]) => [field, right(Object(inner), field)] as const,
      );
      return fc.record(Object.fromEntries(fields), { requiredKeys: Object(required ?? []) });
    }
    case "array":
      return fc.array(right(Object(items), name), { maxLength: 3 });
    case "integer":
    case "number":
      return fc.integer({ min: 1, max: 100 });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return textOf(resolved(schema), name);
  }
}

function textOf({ format }: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (format === "uuid") return fc.constant(named[name] ?? "{recording}");
  if (/email/.test(name)) return fc.uuid().map((local) => `${local}@example.org`);
  return fc.lorem({ maxCount: 3 }).map((words) => `only ${words}`);
}

export function resolved(schema: JsonSchema): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  return document.components.schemas[$ref.slice($ref.lastIndexOf("/") + 1)] ?? {};
}

function nested(depth: number): unknown {
  let value: unknown = "deep";
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
