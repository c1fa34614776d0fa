import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import { mediaType } from "./body-type.ts";
import { badRequest, HttpError, notFound, wrongType } from "./errors.ts";
import { issueWords } from "./issue-words.ts";

/** Parses one part of the request, or throws: handlers only ever see what the contract promises. */
export const valid = <Target extends "json" | "query" | "param", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
  malformed: 400 | 422 = 422,
) => {
  const validator = zValidator(target, schema, (result) => refuse(result, malformed), {
    validationFunction: (known, value) =>
      known.safeParseAsync(value, { error: issueWords }) as never, // the library's type stays open while the schema is a parameter
  });
  const afterCheck: typeof validator = (c, next) => {
    if (target === "json") requireJson(c.req.raw);
    if (target === "query") requireText(c.req.query());
    return validator(c, next);
  };
  return afterCheck;
};

/** No text in Postgres can hold U+0000, so nothing is found by it. */
function requireText(query: Record<string, string>): void {
  for (const [name, value] of Object.entries(query))
    if (value.includes("\0"))
      throw badRequest(`${name} contains a character that cannot be searched for`, "invalid_query");
}

/** A body of another kind, or none, would be read as an empty object, whose defaults say what nobody said. */
export function requireJson({ headers, body }: Request): void {
  const type = headers.get("Content-Type");
  if (type === null && body === null)
    throw badRequest("This call needs a body in JSON.", "body_required");
  if (!/^application\/([\w.-]+\+)?json$/.test(mediaType(type ?? "")))
    throw wrongType("Send the body as JSON, with the content type application/json.");
}

interface Issues {
  issues: readonly { path: readonly PropertyKey[]; message: string }[];
}

type Result = { target: string } & ({ success: true } | { success: false; error: Issues });

export function refuse(result: Result, malformed: 400 | 422 = 422): void {
  if (result.success) return;
  // An id that is none names nothing: the same answer as an id of nobody's.
  if (result.target === "param") throw notFound();
  if (result.target === "query") throw badRequest(firstNamed(result.error), "invalid_query");
  const message = result.error.issues[0]?.message ?? "Invalid request";
  throw new HttpError(malformed, "invalid", message, { fields: fieldMessages(result.error) });
}

/** In an address nothing stands beside the field: the message must say which one it means. */
function firstNamed({ issues: [issue] }: Issues): string {
  if (!issue) return "Invalid request";
  const name = issue.path.join(".");
  return issue.message.startsWith(name) ? issue.message : `${name}: ${issue.message}`;
}

function fieldMessages(error: Issues): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
  return fields;
}
