import { zValidator } from "@hono/zod-validator";
import type { z } from "zod";
import { badRequest, HttpError } from "./errors.ts";

/** Parses one part of the request, or throws: handlers only ever see what the contract promises. */
export const valid = <Target extends "json" | "query" | "param", Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) =>
  zValidator(target, schema, (result) => {
    if (result.success) return;
    // An id that is none names nothing: the same answer as an id of nobody's.
    if (target === "param") throw new HttpError(404, "not_found", "Not found");
    if (target === "query") throw badRequest(firstNamed(result.error), "invalid_query");
    throw new HttpError(422, "invalid", firstMessage(result.error), {
      fields: fieldMessages(result.error),
    });
  });

type Issues = { issues: readonly { path: readonly PropertyKey[]; message: string }[] };

const firstMessage = (error: Issues) => error.issues[0]?.message ?? "Invalid request";

/** In an address nothing stands beside the field: the message must say which one it means. */
function firstNamed({ issues: [issue] }: Issues): string {
  return issue ? `${issue.path.join(".")}: ${issue.message}` : "Invalid request";
}

function fieldMessages(error: Issues): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of error.issues) fields[issue.path.join(".") || "body"] ??= issue.message;
  return fields;
}
