import { existsSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { createMiddleware } from "hono/factory";
import type { AppEnv } from "./context.ts";

const ENCODINGS = [
  { name: "br", extension: ".br" },
  { name: "gzip", extension: ".gz" },
] as const;

/** Serves the built client: hashed assets for ever, the page itself fresh, both precompressed. */
export function webClient(directory: string) {
  const root = resolve(directory);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.method !== "GET" && c.req.method !== "HEAD") return next();
    const asset = fileWithin(root, c.req.path);
    const isThere = asset !== undefined && existsSync(asset);
    if (isThere && !asset.endsWith(".html")) return answer(c.req.raw, asset);
    // A missing file is missing, but for a person who typed its name; any other path is a screen of the client.
    const isPerson = c.req.header("Accept")?.includes("text/html") ?? false;
    const isMissing = asset !== undefined && !isThere && !isPerson;
    if (isMissing || c.req.path.startsWith("/assets/")) return next();
    // A screen may have a document of its own, which begins with less.
    const own = fileWithin(root, `${c.req.path}.html`);
    const page = own && existsSync(own) ? own : join(root, "index.html");
    return existsSync(page) ? answer(c.req.raw, page) : next();
  });
}

function fileWithin(root: string, path: string): string | undefined {
  if (path === "/" || path.includes("\0")) return undefined;
  let decoded: string;
  try {
    decoded = decodeURIComponent(path);
  } catch {
    return undefined;
  }
  const file = resolve(root, `.${decoded}`);
  return file.startsWith(root + sep) && /\.\w+$/.test(file) ? file : undefined;
}

function answer(request: Request, path: string): Response {
  const accepted = request.headers.get("Accept-Encoding") ?? "";
  const encoding = ENCODINGS.find(
    ({ name, extension }) => accepted.includes(name) && existsSync(path + extension),
  );
  const file = Bun.file(path + (encoding?.extension ?? ""));
  const headers = new Headers({
    "Content-Type": Bun.file(path).type,
    "Cache-Control": path.includes(`${sep}assets${sep}`)
      ? "public, max-age=31536000, immutable"
      : "no-cache",
    Vary: "Accept-Encoding",
  });
  if (encoding) headers.set("Content-Encoding", encoding.name);
  return new Response(request.method === "HEAD" ? null : file, { headers });
}
