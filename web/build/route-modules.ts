/** The part of a route that is split off: a proxy module of its file, under the same name. */
export const isPageOf = (route: string, module: string) => module.includes(`/routes/${route}.tsx?`);

/** A module or a chunk, what it imports, and what that imports, each once. */
export function withImports(
  start: string,
  importsOf: (name: string) => readonly string[] | undefined,
): Set<string> {
  const found = new Set<string>();
  const open = [start];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const imports = found.has(name) ? undefined : importsOf(name);
    if (!imports) continue;
    found.add(name);
    open.push(...imports.toReversed()); // in the order in which they are named
  }
  return found;
}
