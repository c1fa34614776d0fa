import type { drive_v3 } from "@googleapis/drive";

export type Step =
  | "token"
  | "revoke"
  | "about"
  | "get"
  | "list"
  | "create"
  | "update"
  | "ids"
  | "open"
  | "chunk"
  | "download"
  | "changes";

/** How Google fails: with a status and a reason, in the middle of a body, or not at all, which is worst. */
export type Failure = { status: number; reason?: string } | "cut" | "slow" | "silence";

/** The step that a call is, among those we make. */
export function stepOf(method: string, { pathname, searchParams }: URL): Step | undefined {
  const call = `${method} ${pathname.replace(/\/files\/(?!generateIds$)[^/]+$/, "/files/{id}")}`;
  if (call === "PUT /upload/drive/v3/files" && searchParams.has("upload_id")) return "chunk";
  if (call === "GET /drive/v3/files/{id}" && searchParams.get("alt") === "media") return "download";
  return steps[call];
}

const steps: Record<string, Step> = {
  "POST /token": "token",
  "POST /revoke": "revoke",
  "GET /drive/v3/about": "about",
  "GET /drive/v3/files": "list",
  "POST /drive/v3/files": "create",
  "GET /drive/v3/files/generateIds": "ids",
  "GET /drive/v3/files/{id}": "get",
  "PATCH /drive/v3/files/{id}": "update",
  "POST /upload/drive/v3/files": "open",
  "GET /drive/v3/changes": "changes",
  "GET /drive/v3/changes/startPageToken": "changes",
};

export const bodyOf = async (request: Request) => (await request.json()) as drive_v3.Schema$File; // what it does not know, it does not read

export const failed = (
  step: Step,
  { status, reason = "backendError" }: Exclude<Failure, string>,
) =>
  step === "token"
    ? Response.json({ error: reason, error_description: reason }, { status })
    : refusal(status, reason, reason);

export function refusal(code: number, reason: string, message: string): Response {
  const errors = [{ message, domain: "global", reason }];
  return Response.json({ error: { code, message, errors } }, { status: code });
}

/** The answer holds only what `fields` names, as with Google. */
export function json(whole: object, url: URL): Response {
  const fields = url.searchParams.get("fields");
  return Response.json(fields ? pick(whole, parseFields(fields)) : whole);
}

type Fields = Map<string, Fields | null>;

function parseFields(text: string): Fields {
  const fields: Fields = new Map();
  for (const [, name = "", inner] of text.matchAll(/(\w+)(?:\(((?:[^()]|\([^()]*\))*)\))?,?/g))
    fields.set(name, inner === undefined ? null : parseFields(inner));
  return fields;
}

function pick(value: unknown, fields: Fields): unknown {
  if (Array.isArray(value)) return value.map((one) => pick(one, fields));
  if (typeof value !== "object" || value === null) return value;
  const named = Object.entries(value).filter(([name]) => fields.has(name));
  return Object.fromEntries(
    named.map(([name, inner]) => {
      const within = fields.get(name);
      return [name, within ? pick(inner, within) : inner];
    }),
  );
}
