import type { Plugin } from "vite";
import { isPageOf, withImports } from "./route-modules.ts";

/** The modules that the page of a route needs: chunks that follow it bring nobody who opens a link what only others use. */
export function neededByRoute(route: string): {
  plugin: Plugin;
  includes(module: string): boolean;
} {
  let needed = new Set<string>();
  const plugin: Plugin = {
    name: `kinora:needed-by-route:${route}`,
    apply: "build",
    buildEnd() {
      const page = [...this.getModuleIds()].find((id) => isPageOf(route, id));
      if (!page) throw new Error(`no route ${route}`);
      needed = withImports(page, (id) => this.getModuleInfo(id)?.importedIds);
    },
  };
  return { plugin, includes: (module) => needed.has(module) };
}
