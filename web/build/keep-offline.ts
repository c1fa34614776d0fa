import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

const worker = resolve(import.meta.dirname, "service-worker.js");

/** Writes /sw.js, which keeps the page and all of its code in the browser, so that it opens without a network. */
export function keepOffline(): Plugin {
  let publicDir = "";
  return {
    name: "kinora:keep-offline",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      publicDir = config.publicDir;
    },
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no page");
      const files = readdirSync(publicDir).map((name) => [
        name,
        readFileSync(join(publicDir, name)),
      ]);
      const checked = { "index.html": page.source, ...Object.fromEntries(files) };
      const hashed = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      this.emitFile({ type: "asset", fileName: "sw.js", source: serviceWorker(checked, hashed) });
    },
  };
}

/** The worker that keeps these files: some by their content, the others by a name that has their content in it. */
function serviceWorker(files: Record<string, string | Uint8Array>, hashed: string[]) {
  const checked = Object.entries(files).map(([name, source]) => [`/${name}`, checksum(source)]);
  const HASHED = hashed.map((name) => `/${name}`).toSorted();
  const VERSION = checksum(JSON.stringify([checked, HASHED]));
  const known = Object.entries({ VERSION, CHECKED: Object.fromEntries(checked), HASHED });
  const lines = known.map(([name, value]) => `const ${name} = ${JSON.stringify(value)};\n`);
  return lines.join("") + readFileSync(worker, "utf8");
}

const checksum = (source: string | Uint8Array) =>
  createHash("sha256").update(source).digest("base64");
