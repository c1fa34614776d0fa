import type { z } from "zod";

/** The objection of a schema in words for people; where the contract has words of its own, those are used instead. */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  const what = issue.path?.length ? issue.path.map(String).join(".") : "The request";
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return `${what} is required`;
      return `${what} must be ${kinds[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      return `${what} must be ${issue.values.map(String).join(" or ")}`;
    case "too_small":
      return `${what} must ${bound(issue, "at least", issue.minimum)}`;
    case "too_big":
      return `${what} must ${bound(issue, "at most", issue.maximum)}`;
    case "invalid_format":
      return `${what} is not ${formats[issue.format] ?? "written in the right way"}`;
    case "unrecognized_keys":
      return `${issue.keys.join(", ")}: there is no such field`;
    default:
      return `${what} is not valid`;
  }
}

const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
};

const formats: Record<string, string> = {
  uuid: "an id",
  email: "an email address",
  url: "an address",
  datetime: "a time in ISO 8601",
};

function bound({ origin }: { origin: string }, which: string, limit: number | bigint): string {
  if (origin === "string") return `have ${which} ${limit} characters`;
  if (origin === "array") return `have ${which} ${limit} entries`;
  return `be ${which} ${limit}`;
}
