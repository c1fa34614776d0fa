import { z } from "zod";
import { namedSchemas } from "#contract/operations.ts";
import type { JsonSchema } from "./types.ts";

/** `input`: what may be sent. `output`: what comes back. They differ where something has a default. */
type Way = "input" | "output";

const PLACE = "#/components/schemas/";

/** The contract's schemas as components: what is referred to is collected, with all it refers to. */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {};
  readonly #all: Record<Way, Record<string, JsonSchema>> = {
    input: describedAll("input"),
    output: describedAll("output"),
  };

  /** A reference where the contract has a name for it; otherwise the schema itself. */
  refer(schema: z.ZodType, way: Way): JsonSchema {
    const name = namedSchemas.get(schema)?.id;
    if (name === undefined) return tidied(z.toJSONSchema(schema, options(way)));
    this.#collect(name, way);
    return { $ref: PLACE + name };
  }

  #collect(name: string, way: Way): void {
    const described = this.#all[way][name] ?? {};
    const known = this.schemas[name];
    if (known && !Bun.deepEquals(known, described))
      throw new Error(`${name} is not the same in a body and in an answer: it needs two names`);
    if (known) return;
    this.schemas[name] = described;
    for (const inner of namesIn(described)) this.#collect(inner, way);
  }
}

/** The entries of an object, which are parameters or headers: each with its schema, and whether it must be there. */
export function fieldsOf(schema: z.ZodType, way: Way) {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, options(way));
  return Object.entries(properties).map(([name, field]) => {
    const { description, ...rest } = tidied(field);
    return { name, required: required.includes(name), description, schema: rest };
  });
}

function describedAll(io: Way): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(namedSchemas, { ...options(io), uri: (id) => PLACE + id });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, tidied(schema)]),
  );
}

const options = (io: Way) => ({
  io,
  unrepresentable: "any" as const,
  override: ({ jsonSchema }: { jsonSchema: JsonSchema }) => {
    // A newer server may answer more than an older client knows.
    if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    // Generators take what has a default for what is always there: sent, it may be left out; answered, it is there.
    delete jsonSchema.default;
    // The format says it, shorter.
    if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
  },
});

/** Without what speaks of the schema as a document of its own. */
function tidied(schema: object | boolean): JsonSchema {
  const { $schema: _, $id: __, ...rest }: JsonSchema = Object(schema);
  return rest;
}

function namesIn(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner).slice(PLACE.length)] : namesIn(inner),
  );
}
