import { html, raw } from "hono/html";
import { z } from "zod";
import type { Operation } from "#contract/common.ts";

/** A page to read, without a script: every call, who may make it, and what goes in and out. */
export function docsPage(operations: readonly Operation[]) {
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
        </style>
      </head>
      <body>
        <main>
          <h1>Kinora API</h1>
          <p>All calls live under <code>/api</code>. Machines read <a href="/api/openapi.json">openapi.json</a>.</p>
          ${groups(operations).map(
            ([noun, calls]) => html`<h2>${noun}</h2>
              ${calls.map(entry)}`,
          )}
        </main>
      </body>
    </html>`;
}

function groups(operations: readonly Operation[]) {
  return Object.entries(Object.groupBy(operations, ({ call }) => call.split("/")[1] ?? "")).map(
    ([noun, calls]) => [noun, calls ?? []] as const,
  );
}

const entry = (operation: Operation) => html`<details>
  <summary><code>${operation.call}</code> ${operation.summary} <small>(${operation.access})</small></summary>
  ${part("Query", operation.query)} ${part("Body", operation.body)} ${part("Answer", operation.answer)}
</details>`;

function part(title: string, schema: Operation["body"]) {
  if (!schema) return raw("");
  const text =
    typeof schema === "string"
      ? schema
      : JSON.stringify(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), null, 2);
  return html`<p>${title}</p><pre tabindex="0">${text}</pre>`;
}
