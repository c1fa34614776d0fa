/**
 * `bun start`: installs and builds what is missing, then runs everything in this process, so that
 * signals reach the server itself. Imports nothing from node_modules: they may not be there yet.
 */
import { buildWebClient } from "./build.ts";
import { endWithNpx } from "./end-with-npx.ts";
import { install } from "./install.ts";
import { oldBun } from "./old-bun.ts";

const words = oldBun();
if (words) {
  console.error(words);
  process.exit(1);
}
endWithNpx();
if (!(await install()) || !(await buildWebClient())) process.exit(1);

process.env.NODE_ENV ??= "production";
await import("#api/main.ts");
