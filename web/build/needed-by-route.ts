import type { Plugin } from "vite";

/**
 * The modules that the page of a route needs, however far below it: chunks that follow it bring nobody
 * who opens a link what only other pages use.
 */
export function neededByRoute(route: string): {
  plugin: Plugin;
  includes(module: string): boolean;
} {
  const needed = new Set<string>();
  const plugin: Plugin = {
    name: `kinora:needed-by-route:${route}`,
    apply: "build",
    buildEnd() {
      const page = [...this.getModuleIds()].find((id) => id.includes(`/routes/${route}.tsx?`));
      if (!page) throw new Error(`no route ${route}`);
      const open = [page];
      for (let id = open.pop(); id !== undefined; id = open.pop()) {
        if (needed.has(id)) continue;
        needed.add(id);
        open.push(...(this.getModuleInfo(id)?.importedIds ?? []));
      }
    },
  };
  return { plugin, includes: (module) => needed.has(module) };
}
