import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";

/** Answers with exactly what the contract names: dates become ISO 8601, unknown columns are dropped. */
export function reply<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  value: unknown,
  status: ContentfulStatusCode = 200,
): Response {
  return c.json(schema.parse(plain(value)), status);
}

/** Database rows carry Dates; the contract carries text. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
  return value;
}
