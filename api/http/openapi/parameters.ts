import { z } from "zod";
import { type Access, Id, type Operation } from "#contract/common.ts";
import { type Components, fieldsOf } from "./schemas.ts";
import type { Parameter } from "./types.ts";

type ParameterPlace = "query" | "header";

const optional = (place: ParameterPlace, name: string, description: string): Parameter => ({
  name,
  in: place,
  required: false,
  description,
  schema: { type: "string" },
});

/** The parameters that may come with many calls, each by its name as a component. */
export const parameters = {
  ShareToken: optional("header", "X-Share-Token", "The token of the link one came through"),
  ShareUnlock: optional("header", "X-Share-Unlock", "What a link's password was exchanged for"),
  GuestToken: optional("header", "X-Guest-Token", "The key of a guest, beside the link's token"),
  ShareTokenInQuery: optional("query", "share", "The same as `X-Share-Token`"),
  ShareUnlockInQuery: optional("query", "unlock", "The same as `X-Share-Unlock`"),
  MediaToken: optional("query", "token", "A media token, or a session, where no header can be set"),
  Range: optional("header", "Range", "One stretch of bytes, as in `bytes=0-1023`"),
  IfRange: optional("header", "If-Range", "The range only of these bytes; otherwise all of it"),
  IfNoneMatch: optional("header", "If-None-Match", "The tags of what one holds"),
  IfModifiedSince: optional("header", "If-Modified-Since", "The time of what one holds"),
} satisfies Record<string, Parameter>;

type Name = keyof typeof parameters;

const ofLinks: Name[] = ["ShareToken", "ShareUnlock", "ShareTokenInQuery", "ShareUnlockInQuery"];

/** The calls that are missing here are made without a link. */
const toEnter: Partial<Record<Access, Name[]>> = {
  shared: ofLinks,
  "shared-session": ofLinks,
  "shared-voice": [...ofLinks, "GuestToken"],
  media: [...ofLinks, "MediaToken"],
};

export function parametersOf(operation: Operation, path: string, components: Components) {
  const { access, query, headers } = operation;
  const shared = [
    ...(toEnter[access] ?? []),
    ...(path.includes("{share_token}") ? (["ShareUnlock", "ShareUnlockInQuery"] as const) : []),
    ...conditionsOf(operation),
  ];
  return [
    ...inPath(operation, path, components),
    ...(query ? fields(query, "query") : []),
    ...(headers ? fields(headers, "header") : []),
    ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` })),
  ];
}

function conditionsOf({ answer }: Operation): Name[] {
  if (answer === "video") return ["Range", "IfRange", "IfNoneMatch", "IfModifiedSince"];
  return answer === "picture" || answer === "captions" ? ["IfNoneMatch"] : [];
}

function fields(schema: NonNullable<Operation["query"]>, place: ParameterPlace): Parameter[] {
  return fieldsOf(schema, "input").map(({ name, required, description, schema }) => ({
    name,
    in: place,
    required,
    description: String(description ?? usual[name] ?? ""),
    schema,
  }));
}

/** Descriptions of common names, where the contract gives none. */
const usual: Record<string, string> = {
  limit: "How many at most",
  offset: "How many to skip",
  page: "Which page, from 1",
  per_page: "How many to a page",
  search: "Only what has these words",
  sort: "In which order",
  storage: "Only what lies there",
  url: "The address of a link",
  format: "Of the answer",
  maxwidth: "How wide the player may be",
  maxheight: "How high the player may be",
  "Tus-Resumable": "The version of the protocol",
  share_token: "What stands at the end of a link",
  reactionId: "A reaction's id, or its emoji",
  type: "Which report",
};

/** By the schema with which the call is served: where it says nothing, each whose name ends so is an id. */
function inPath({ params }: Operation, path: string, components: Components): Parameter[] {
  const segments = path.split("/");
  return segments.flatMap((segment, at) => {
    if (!segment.startsWith("{")) return [];
    const name = segment.slice(1, -1);
    const noun = (segments[at - 1] ?? "").replace(/s$/, "");
    const isId = /id$/i.test(name);
    const own = params instanceof z.ZodObject && params.shape[name];
    const schema = components.refer(own || (isId ? Id : z.string()), "input");
    const description = usual[name] ?? `The ${noun}'s ${isId ? "id" : name}`;
    return [{ name, in: "path", required: true, description, schema }];
  });
}
