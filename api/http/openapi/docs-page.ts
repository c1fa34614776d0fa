import { html, raw } from "hono/html";
import type { OpenApi } from "./openapi.ts";
import type { Answer, Call, RequestBody } from "./types.ts";

/** A page to read, without a script: every call, who may make it, and what goes in and out. */
export function docsPage(document: OpenApi) {
  const { tags, info, components } = document;
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>Kinora API</title>
        <style>
          body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark; }
          h2 { margin-top: 2.5rem; font-size: 1.25rem; }
          details { border-top: 1px solid #8884; padding: .5rem 0; }
          summary { cursor: pointer; }
          code, pre { font: 13px/1.5 ui-monospace, monospace; }
          pre { overflow: auto; padding: .75rem; border: 1px solid #8884; border-radius: 8px; }
          dt { float: left; clear: left; margin-right: .75rem; }
        </style>
      </head>
      <body>
        <main>
          <h1>Kinora API</h1>
          ${info.description.split("\n\n").map((paragraph) => html`<p>${paragraph}</p>`)}
          <p>All calls live under <code>/api</code>. Machines read <a href="/api/openapi.json">openapi.json</a>, from which a client can be made.</p>
          ${tags.map(
            ({ name, description }) => html`<h2>${name}</h2>
              <p>${description}</p>
              ${callsOf(document, name)}`,
          )}
          <h2>Schemas</h2>
          ${Object.entries(components.schemas).map(
            ([name, schema]) => html`<details id="${name}"><summary><code>${name}</code></summary>
              <pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre></details>`,
          )}
        </main>
      </body>
    </html>`;
}

const callsOf = (document: OpenApi, tag: string) =>
  Object.entries(document.paths).flatMap(([path, calls]) =>
    Object.entries(calls)
      .filter(([, { tags }]) => tags.includes(tag))
      .map(([method, call]) => entry(`${method.toUpperCase()} ${path}`, call, document)),
  );

const entry = (address: string, call: Call, { components }: OpenApi) => html`<details>
  <summary><code>${address}</code> ${call.summary} <small>(<code>${call.operationId}</code>)</small></summary>
  ${call.description.split("\n\n").map((paragraph) => html`<p>${paragraph}</p>`)}
  ${list(
    "Parameters",
    call.parameters.map((known) => {
      const one = "$ref" in known ? pointed(components.parameters, known.$ref) : known;
      const place = `${one.in}${one.required ? ", required" : ""}`;
      return { term: one.name, words: `${one.description} (${place})` };
    }),
  )}
  ${call.requestBody ? list("Body", bodyOf(call.requestBody)) : raw("")}
  ${list(
    "Answers",
    Object.entries(call.responses).map(([status, known]) => {
      const one = "$ref" in known ? pointed(components.responses, known.$ref) : known;
      return { term: status, words: answerWords(one), schema: schemaOf(one) };
    }),
  )}
</details>`;

interface Line {
  term: string;
  words: string;
  schema?: string | undefined;
}

function list(title: string, lines: Line[]) {
  if (lines.length === 0) return raw("");
  return html`<p>${title}</p><dl>${lines.map(
    ({ term, words, schema }) => html`<dt><code>${term}</code></dt>
      <dd>${words}${schema ? html` <a href="#${schema}"><code>${schema}</code></a>` : ""}</dd>`,
  )}</dl>`;
}

const bodyOf = ({ content, required }: RequestBody): Line[] =>
  Object.keys(content).map((type) => ({
    term: type,
    words: required ? "" : "may be left out",
    schema: schemaOf({ content }),
  }));

function answerWords({ description, headers, content }: Answer): string {
  const types = Object.keys(content ?? {}).filter((type) => type !== "application/json");
  return [
    description,
    ...(types.length > 0 ? [`as ${types.join(" or ")}`] : []),
    ...(headers ? [`with ${Object.keys(headers).join(", ")}`] : []),
  ].join("; ");
}

function schemaOf({ content }: Pick<Answer, "content">): string | undefined {
  const reference = content?.["application/json"]?.schema.$ref;
  return typeof reference === "string" ? lastOf(reference) : undefined;
}

function pointed<Value>(components: Record<string, Value>, reference: string): Value {
  const found = components[lastOf(reference)];
  if (found === undefined) throw new Error(`${reference} points at nothing`);
  return found;
}

const lastOf = (reference: string) => reference.slice(reference.lastIndexOf("/") + 1);
