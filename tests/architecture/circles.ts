/** Every circle among these imports, by one way round it: `a.ts → b.ts → a.ts`. */
export function circles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const follow = (file: string) => {
    const seenAt = way.indexOf(file);
    if (seenAt >= 0) found.push([...way.slice(seenAt), file].join(" → "));
    if (seenAt >= 0 || done.has(file)) return;
    way.push(file);
    for (const target of graph.get(file) ?? []) follow(target);
    way.pop();
    done.add(file);
  };
  for (const file of graph.keys()) follow(file);
  return found;
}
