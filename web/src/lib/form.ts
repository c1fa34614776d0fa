import type { z } from "zod";
import { ApiError } from "./api-error.ts";

/** The form's values as the contract wants them, or the same refusal the server would have given. */
export const readForm = <Schema extends z.ZodType>(schema: Schema, form: FormData, more = {}) =>
  readValues(schema, { ...Object.fromEntries(form), ...more });

export function readValues<Schema extends z.ZodType>(schema: Schema, values: unknown) {
  const read = schema.safeParse(values);
  if (read.success) return read.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of read.error.issues) fields[path.join(".")] ??= message;
  throw new ApiError(422, "invalid", undefined, fields);
}
