import type { Plugin } from "vite";

/**
 * The modules that the page of a route needs: chunks that follow it bring nobody who opens a link what only others
 * use.
 */
export function neededByRoute(route: string) {
  let needed = new Set<string>();
  const plugin: Plugin = {
    name: `kinora:needed-by-route:${route}`,
    apply: "build",
    buildEnd() {
      // The part of a route that is split off is a proxy module of its file, under the same name.
      const page = [...this.getModuleIds()].find((id) => id.includes(`/routes/${route}.tsx?`));
      if (!page) throw new Error(`no route ${route}`);
      needed = new Set([page]);
      // The set is walked through to its end, also where it grows meanwhile.
      for (const id of needed)
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) needed.add(imported);
    },
  };
  return { plugin, includes: (module: string) => needed.has(module) };
}
