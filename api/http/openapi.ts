import { z } from "zod";
import { type Access, type Operation, Refusal } from "#contract/common.ts";

/** The contract as OpenAPI 3.1, made from the same schemas that check every request and answer. */
export function openApi(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const operation of operations) {
    const [method = "", path = ""] = operation.call.split(" ");
    paths[path] = { ...paths[path], [method.toLowerCase()]: documented(operation, path) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Kinora", version: "1", description: "Record, share, discuss." },
    servers: [{ url: "/api" }],
    components: { securitySchemes },
    paths,
  };
}

const securitySchemes = {
  session: { type: "http", scheme: "bearer" },
  share: { type: "apiKey", in: "header", name: "X-Share-Token" },
  media: { type: "apiKey", in: "query", name: "token" },
};

type Keys = Partial<Record<keyof typeof securitySchemes, []>>;

/** Each entry of a list is one way in. */
const security: Record<Access, Keys[]> = {
  public: [],
  shared: [{ session: [] }, { share: [] }],
  "shared-session": [{ session: [] }, { session: [], share: [] }],
  media: [{ session: [] }, { share: [] }, { media: [] }],
  session: [{ session: [] }],
  admin: [{ session: [] }],
};

function documented(operation: Operation, path: string) {
  return {
    summary: operation.summary,
    tags: [path.split("/")[1]],
    security: security[operation.access],
    parameters: [...pathParameters(path), ...queryParameters(operation.query)],
    ...(operation.body
      ? { requestBody: { required: true, content: content(operation.body) } }
      : {}),
    responses: {
      [operation.status ?? 200]: {
        description: "Done",
        ...(operation.answer ? { content: content(operation.answer) } : {}),
      },
      default: { description: "Refused", content: content(Refusal) },
    },
  };
}

function content(body: NonNullable<Operation["body"]>) {
  if (body === "multipart")
    return {
      "multipart/form-data": {
        schema: { type: "object", properties: { video: { type: "string", format: "binary" } } },
      },
    };
  if (body === "jpeg") return { "image/jpeg": {} };
  if (body === "binary") return { "application/octet-stream": {} };
  return { "application/json": { schema: jsonSchema(body) } };
}

const jsonSchema = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });

const pathParameters = (path: string) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

function queryParameters(query: z.ZodType | undefined) {
  if (!query) return [];
  const { properties = {} } = jsonSchema(query);
  return Object.entries(properties).map(([name, schema]) => ({ name, in: "query", schema }));
}
