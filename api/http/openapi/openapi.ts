import type { ZodType } from "zod";
import type { Access, Operation } from "#contract/common.ts";
import type { NamedOperation, Noun } from "#contract/operations.ts";
import { answerBytes, requestBytes } from "./bytes.ts";
import { parameters, parametersOf } from "./parameters.ts";
import { describeRefusal, refusalAnswers, refusalsOf } from "./refusals.ts";
import { Components, fieldsOf } from "./schemas.ts";
import type { Call, Header, Key, Keys, RequestBody } from "./types.ts";

export type OpenApi = ReturnType<typeof openApi>;

/** The contract as OpenAPI 3.1, made from the same schemas that check every request and answer. */
export function openApi(nouns: readonly Noun[]) {
  const components = new Components();
  const responses = refusalAnswers(components);
  const paths: Record<string, Record<string, Call>> = {};
  for (const { name, operations } of nouns)
    for (const operation of operations) {
      const [method = "", path = ""] = operation.call.split(" ");
      const call = documented(operation, path, name, components);
      const head = operation.head && { head: withoutBody(call, operation.head) };
      paths[path] = { ...paths[path], [method.toLowerCase()]: call, ...head };
    }
  return {
    openapi: "3.1.0",
    info: {
      title: "Kinora",
      version: "1",
      description: ABOUT,
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/api" }],
    tags: nouns.map(({ name, description }) => ({ name, description })),
    components: { securitySchemes, parameters, responses, schemas: components.schemas },
    paths,
  };
}

const ABOUT = `Record, share, discuss.

Every refusal has the same body: \`error\` and \`message\` are words for a person, \`code\` is for programs.`;

const apiKey = (place: "header" | "query", name: string, description: string) => ({
  type: "apiKey",
  in: place,
  name,
  description,
});

const securitySchemes = {
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The token that registering and signing in answer with",
  },
  share: apiKey("header", "X-Share-Token", "What stands at the end of a link"),
  shareInQuery: apiKey("query", "share", "The same, where no header can be set"),
  guest: apiKey("header", "X-Guest-Token", "The key of a guest, who said a name"),
  media: apiKey(
    "query",
    "token",
    "A media token, or a session, for what a `<video>` or `<img>` loads",
  ),
} satisfies Record<Key, object>;

const throughLink: Keys[] = [{ share: [] }, { shareInQuery: [] }];
const account: Keys[] = [{ session: [] }];
const accountOrBoth: Keys[] = [
  ...account,
  ...throughLink.map((link): Keys => ({ session: [], ...link })),
];

/** Each entry of `keys` is one way to be let in. */
const entrances: Record<Access, { words: string; keys: Keys[] }> = {
  public: { words: "Anyone may call this.", keys: [] },
  shared: { words: "For a session, a link, or both.", keys: [...account, ...throughLink] },
  "shared-session": {
    words: "For a session, which may have come through a link.",
    keys: accountOrBoth,
  },
  "shared-voice": {
    words:
      "For a session, which may have come through a link, or for the key of a guest and its link.",
    keys: [...accountOrBoth, { share: [], guest: [] }],
  },
  media: {
    words: "For a session, a link, or a token in the query.",
    keys: [...account, ...throughLink, { media: [] }],
  },
  session: { words: "For a session.", keys: account },
  admin: { words: "For the session of an admin.", keys: account },
  "super-admin": { words: "For the session of a super admin.", keys: account },
};

function documented(
  operation: NamedOperation,
  path: string,
  noun: string,
  known: Components,
): Call {
  const { id, summary, access, description } = operation;
  const { words, keys } = entrances[access];
  // A caller with the link is let in; one who is signed in as well is recognised.
  const isLink = access === "public" && path.includes("{share_token}");
  const requestBody = bodyOf(operation, known);
  return {
    operationId: id,
    summary,
    description: [description, words].filter(Boolean).join("\n\n"),
    tags: [noun],
    security: isLink ? [{}, { session: [] }] : keys,
    parameters: parametersOf(operation, path, known),
    ...(requestBody && { requestBody }),
    responses: {
      ...answersOf(operation, known),
      ...Object.fromEntries(refusalsOf(operation)),
    },
  };
}

function bodyOf({ body, form }: Operation, components: Components): RequestBody | undefined {
  if (!body) return undefined;
  if (typeof body === "string") return requestBytes[body];
  return {
    required: true,
    content: {
      "application/json": { schema: components.refer(body, "input") },
      ...(form && requestBytes[form].content),
    },
  };
}

function answersOf(operation: Operation, components: Components) {
  const { answer, also, accepted, answerHeaders, status = 200 } = operation;
  if (typeof answer === "string") return answerBytes[answer];
  const headers = answerHeaders && headersOf(answerHeaders);
  const json = (schema: ZodType) => ({
    content: { "application/json": { schema: components.refer(schema, "output") } },
  });
  const bytes = also ? answerBytes[also] : {};
  const { content, ...described } = { ...(answer && json(answer)), ...bytes[status] };
  return {
    ...bytes,
    [status]: {
      description: descriptions[status] ?? "Done",
      ...(headers && { headers }),
      ...described,
      ...(content && { content: { ...content, ...(answer && json(answer).content) } }),
    },
    ...(accepted && { 202: { description: "Something else comes first", ...json(accepted) } }),
  };
}

const descriptions: Record<number, string> = { 201: "It is made", 204: "Done; there is no body" };

function headersOf(schema: NonNullable<Operation["answerHeaders"]>): Record<string, Header> {
  return Object.fromEntries(
    fieldsOf(schema, "output").map(({ name, required, description, schema }) => [
      name,
      { required, ...(description !== undefined && { description: String(description) }), schema },
    ]),
  );
}

/** The answers to HEAD: the same as to GET, by status and headers alone, and always of the whole. */
function withoutBody(call: Call, operationId: string): Call {
  const { 206: _, 416: __, ...answers } = call.responses;
  const responses = Object.entries(answers).map(([status, answer]) => {
    if ("$ref" in answer) return [status, { description: describeRefusal(Number(status)) }];
    const { content: ___, ...rest } = answer;
    return [status, rest];
  });
  const ofWhole = call.parameters.filter(
    (parameter) => !("$ref" in parameter && /\/(If)?Range$/.test(parameter.$ref)),
  );
  return {
    ...call,
    operationId,
    summary: `${call.summary}: the headers alone`,
    parameters: ofWhole,
    responses: Object.fromEntries(responses),
  };
}
