import { resolve } from "node:path";
import { Generator, getConfig } from "@tanstack/router-generator";

const source = resolve(import.meta.dirname, "../src");

/** Where routes live and where their tree is written; the build and the checks must agree on it. */
export const routeTree = {
  routesDirectory: resolve(source, "routes"),
  generatedRouteTree: resolve(source, "route-tree.gen.ts"),
  addExtensions: true,
  quoteStyle: "double",
  semicolons: true,
} as const;

/** Git ignores route-tree.gen.ts; the type checks of a fresh clone need it before any build. */
if (import.meta.main) {
  const root = resolve(import.meta.dirname, "..");
  await new Generator({ config: getConfig(routeTree, root), root }).run();
}
