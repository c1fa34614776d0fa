import type { Operation } from "#contract/common.ts";
import { Refusal } from "#contract/common.ts";
import { text } from "./bytes.ts";
import type { Components } from "./schemas.ts";
import type { Answer } from "./types.ts";

const seconds = { description: "Seconds to wait", schema: { type: "integer" } };

const kinds: Record<number, Answer & { name: string }> = {
  400: { name: "Malformed", description: "Not written as this call needs it" },
  401: { name: "SignedOut", description: "No session, or one that has ended" },
  402: { name: "PlanExceeded", description: "The plan does not allow it, or has no room for it" },
  403: { name: "NotAllowed", description: "You may see it, and may not do this" },
  404: { name: "NotFound", description: "It is not there, or not there for you" },
  410: { name: "Gone", description: "It was thrown away, and may yet be brought back" },
  409: { name: "Conflict", description: "As things stand it cannot be done" },
  412: {
    name: "OtherVersion",
    description: "Another version of TUS",
    headers: { "Tus-Version": text("The one this server speaks") },
  },
  413: { name: "TooLarge", description: "More bytes than there is room for" },
  415: { name: "WrongType", description: "The body is of another type" },
  422: { name: "Invalid", description: "A field's value cannot be; `fields` says which and why" },
  429: {
    name: "TooMany",
    description: "Too often in a short time",
    headers: { "Retry-After": seconds },
  },
  500: { name: "Broken", description: "Our mistake; `request_id` is in our log" },
  503: {
    name: "Unavailable",
    description: "Something that this needs is away, or not set up; the message says what",
  },
  507: { name: "NoRoom", description: "This server's disk is full" },
};

/** Each refusal by the name under which `refusalsOf` refers to it. */
export function refusalAnswers(components: Components): Record<string, Answer> {
  const content = { "application/json": { schema: components.refer(Refusal, "output") } };
  return Object.fromEntries(
    Object.values(kinds).map(({ name, ...kind }) => [name, { ...kind, content }]),
  );
}

/** The refusals of a call: those that its guard, its query and its body entail, and those that it adds. */
export function refusalsOf(operation: Operation): [status: number, answer: { $ref: string }][] {
  const statuses = new Set([
    ...ofAccess(operation),
    ...(operation.query ? [400] : []),
    ...ofBody(operation.body),
    ...(operation.refusals ?? []),
    429,
    500,
    503,
  ]);
  return Object.entries(kinds)
    .filter(([status]) => statuses.has(Number(status)))
    .map(([status, { name }]) => [Number(status), { $ref: `#/components/responses/${name}` }]);
}

export const describeRefusal = (status: number) => kinds[status]?.description ?? "";

function ofAccess({ access, call }: Operation): number[] {
  const isLink = call.includes("{share_token}");
  const namesOne = call.includes("{");
  return [
    ...(access !== "public" || isLink ? [401] : []),
    ...(access === "admin" || access === "super-admin" || namesOne ? [403] : []),
    ...(namesOne ? [404] : []),
  ];
}

function ofBody(body: Operation["body"]): number[] {
  switch (body) {
    case undefined:
      return [];
    case "form":
      return [400, 402, 413, 415, 422, 507];
    case "picture":
      return [413, 415, 422, 507];
    case "bytes":
      return [413];
    case "part":
    case "first-part":
      return [400, 402, 412, 413, 415, 422, 507];
    default:
      return [400, 413, 415, 422];
  }
}
