import { z } from "zod";
import { openApi } from "#api/http/openapi/openapi.ts";
import type { Answer, Call, JsonSchema } from "#api/http/openapi/types.ts";
import { nouns } from "#contract/operations.ts";
import type { Method } from "./app.ts";

/** The document, as it is read by somebody who makes a client from it. */
export const document = openApi(nouns);

export interface DocumentedCall {
  method: Method;
  /** The path with its parameters in braces. */
  path: string;
  call: Call;
}

const Methods: z.ZodType<Method> = z.enum([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);

export const documentedCalls: DocumentedCall[] = Object.entries(document.paths).flatMap(
  ([path, calls]) =>
    Object.entries(calls).map(([method, call]) => ({
      method: Methods.parse(method.toUpperCase()),
      path,
      call,
    })),
);

export function callNamed(operationId: string): DocumentedCall {
  const found = documentedCalls.find(({ call }) => call.operationId === operationId);
  if (!found) throw new Error(`The document has no ${operationId}`);
  return found;
}

export const parametersOf = ({ call }: DocumentedCall) =>
  call.parameters.map((one) =>
    "$ref" in one ? pointed(document.components.parameters, one.$ref) : one,
  );

export function answerOf(call: Call, status: number): Answer | undefined {
  const one = call.responses[status];
  return one && "$ref" in one ? pointed(document.components.responses, one.$ref) : one;
}

/** The differences between an answer and the document; none, where the answer keeps to it. */
export async function differences(documented: DocumentedCall, answer: Response): Promise<string[]> {
  const promised = answerOf(documented.call, answer.status);
  if (!promised) return [`${answer.status} is not documented: ${await answer.text()}`];
  const headers = Object.entries(promised.headers ?? {});
  const missing = headers.filter(([name, { required }]) => required && !answer.headers.has(name));
  return [
    ...missing.map(([name]) => `the header ${name} is missing`),
    ...(await bodyDifferences(promised, documented.method, answer)),
  ];
}

async function bodyDifferences({ content }: Answer, method: string, answer: Response) {
  const body = await answer.arrayBuffer();
  if (!content || method === "HEAD")
    return body.byteLength === 0
      ? []
      : [`there are ${body.byteLength} bytes that are not documented`];
  const [type = ""] = (answer.headers.get("Content-Type") ?? "").split(";");
  const documented = content[type];
  if (!documented) return [`${type} is not documented`];
  if (type !== "application/json") return [];
  const read = zodOf(documented.schema).safeParse(JSON.parse(Buffer.from(body).toString()));
  return (read.error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

/** A validator that knows nothing but the document. */
function zodOf(schema: JsonSchema): z.ZodType {
  const key = JSON.stringify(schema);
  const known = made.get(key);
  if (known) return known;
  const local = { ...schema, $defs: document.components.schemas };
  const fresh = z.fromJSONSchema(
    JSON.parse(JSON.stringify(local).replaceAll("#/components/schemas/", "#/$defs/")),
  );
  made.set(key, fresh);
  return fresh;
}

const made = new Map<string, z.ZodType>();

function pointed<Value>(components: Record<string, Value>, reference: string): Value {
  const found = components[reference.slice(reference.lastIndexOf("/") + 1)];
  if (found === undefined) throw new Error(`${reference} points at nothing`);
  return found;
}
