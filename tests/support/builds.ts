import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { webClient } from "#api/http/web-client.ts";

export interface Builds {
  origin: string;
  /** This build answers from now on, but for the page where another one does: while servers are replaced, both run. */
  deploy(build: string, ofPage?: string): void;
  stop(): Promise<void>;
}

/** A server with three builds of a small client, served as the product serves its own. */
export function serveBuilds(): Builds {
  const folder = mkdtempSync(join(tmpdir(), "kinora-builds-"));
  const clients = new Map(
    ["A", "B", "C"].map((name) => [name, new Hono().use(webClient(build(folder, name)))]),
  );
  let running = { rest: "A", page: "A" };
  const server = Bun.serve({
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url);
      const isPage = pathname === "/" || pathname === "/index.html";
      const client = clients.get(isPage ? running.page : running.rest);
      return client?.fetch(request) ?? new Response(null, { status: 503 });
    },
  });
  return {
    origin: `http://127.0.0.1:${server.port}`,
    deploy(build, ofPage = build) {
      running = { rest: build, page: ofPage };
    },
    async stop() {
      await server.stop(true);
      rmSync(folder, { recursive: true });
    },
  };
}

/** A page, its script, and a script that the page asks for later, each with the build's name. */
function build(folder: string, name: string) {
  const directory = join(folder, name);
  mkdirSync(join(directory, "assets"), { recursive: true });
  const [first, later] = [`assets/first-${name}.js`, `assets/later-${name}.js`];
  const page = `<!doctype html><title>${name}</title><script type="module" src="/${first}"></script>`;
  const start = `navigator.serviceWorker.register("/sw.js");
    window.later = () => import("/${later}").then((part) => part.name);
    document.documentElement.dataset.script = "${name}";`;
  const files = { "index.html": page, "before.js": `// ${name}` };
  const scripts = { [first]: start, [later]: `export const name = "${name}";` };
  const worker = workerFor(name, files, Object.keys(scripts));
  for (const [path, text] of Object.entries({ ...files, ...scripts, "sw.js": worker }))
    writeFileSync(join(directory, path), text);
  return directory;
}

/** The worker of the product's own build, with other files to keep. */
function workerFor(VERSION: string, files: Record<string, string>, hashed: string[]) {
  const checksum = (text: string) => createHash("sha256").update(text).digest("base64");
  const checked = Object.entries(files).map(([name, text]) => [`/${name}`, checksum(text)]);
  const known = Object.entries({
    VERSION,
    CHECKED: Object.fromEntries(checked),
    HASHED: hashed.map((name) => `/${name}`),
  });
  const built = readFileSync("dist/web/sw.js", "utf8").split("\n");
  const lines = known.map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`);
  return [...lines, ...built.slice(lines.length)].join("\n");
}
