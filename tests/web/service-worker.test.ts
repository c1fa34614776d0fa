import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = readFileSync("web/build/service-worker.js", "utf8");

/** The answer of the product's worker to a request, in a browser that refuses the worker's storage. */
async function answered(request: { url: string; mode?: string }, server: () => Promise<Response>) {
  const hear = new Map<string, (event: object) => void>();
  const globals = {
    ...{ VERSION: "A", HASHED: ["/assets/a.js"], CHECKED: { "/before.js": "" } },
    self: { addEventListener: hear.set.bind(hear) },
    location: { origin: "https://kinora.test" },
    caches: { match: () => Promise.reject(new DOMException("Refused", "SecurityError")) },
    fetch: server,
  };
  new Function(...Object.keys(globals), source)(...Object.values(globals));
  return new Promise<Response>((respondWith) => {
    hear.get("fetch")?.({ request: { method: "GET", ...request }, respondWith });
  });
}

test.each([
  ["code", { url: "https://kinora.test/assets/a.js" }, 200],
  ["a page", { url: "https://kinora.test/dashboard", mode: "navigate" }, 200],
  ["a page of a server in trouble", { url: "https://kinora.test/", mode: "navigate" }, 503],
])(
  "%s comes from the server where the browser refuses to keep anything",
  async (_, asked, status) => {
    const answer = await answered(asked, async () => new Response(null, { status }));
    expect(answer.status).toBe(status);
  },
);
