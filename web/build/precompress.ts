import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressible = /\.(js|css|html|svg|json|txt|webmanifest)$/;
/** Below one network packet compression saves nothing. */
const SMALLEST = 1_400;

/** Leaves a .br and a .gz beside every text file, so that the server never compresses a request. */
export function precompress(): Plugin {
  let folder = "";
  return {
    name: "kinora:precompress",
    apply: "build",
    configResolved(config) {
      folder = config.build.outDir;
    },
    async closeBundle() {
      for (const name of await readdir(folder, { recursive: true })) {
        if (compressible.test(name)) await compress(join(folder, name));
      }
    },
  };
}

async function compress(path: string) {
  if ((await stat(path)).size < SMALLEST) return;
  const bytes = await readFile(path);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    promisify(gzip)(bytes, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
}
