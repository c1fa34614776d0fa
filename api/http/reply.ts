import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { z } from "zod";
import { LONG } from "./limits/unhurried.ts";

/** Answers with exactly what the contract names: dates become ISO 8601, unknown columns are dropped. */
export function reply<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  value: unknown,
  status: ContentfulStatusCode = 200,
): Response {
  const text = written(schema, value);
  if (text.length > LONG) c.set("isLong", true);
  return c.body(text, status, { "Content-Type": "application/json" });
}

/** Exactly what the contract names, in JSON. */
export const written = (schema: z.ZodType, value: unknown): string =>
  JSON.stringify(schema.parse(plain(value)));

/** Database rows carry Dates; the contract carries text. */
function plain(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  const copy: Record<string, unknown> = { ...value };
  for (const key in copy) {
    const inner = copy[key];
    if (typeof inner === "object") copy[key] = plain(inner);
  }
  return copy;
}
