import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

/** Made by a tool, so neither its size nor its style is ours. */
const generated = new Set(["web/src/route-tree.gen.ts", "tests/api/client/paths.gen.ts"]);

/** Every script and style sheet that a person wrote, as paths from the root. */
export function sourceFiles(): string[] {
  const found = ["*", "{api,scripts,tests,web}/**/*"].flatMap((place) => [
    ...new Bun.Glob(`${place}.{ts,tsx,js,mjs,css}`).scanSync("."),
  ]);
  return found
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file) && !generated.has(file))
    .sort();
}

export const isScript = (file: string) => !file.endsWith(".css");

/** The parsed text of a file. Rules ask again and again; within one run of them the text stays the same. */
export function parse(file: string) {
  const known = parsed.get(file);
  if (known) return known;
  const fresh = read(file);
  parsed.set(file, fresh);
  return fresh;
}

const parsed = new Map<string, ReturnType<typeof read>>();

function read(file: string) {
  const text = readFileSync(file, "utf8");
  const { program, module, comments, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  return { text, program, module, comments, lineAt };
}

/** The imports of a file, wherever they stand: `import`, `export … from`, `import()`. */
export function importsOf(file: string): string[] {
  const { text, module } = parse(file);
  return [
    ...module.staticImports.map((found) => found.moduleRequest.value),
    ...module.staticExports.flatMap((found) =>
      found.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports
      .map(({ moduleRequest }) => text.slice(moduleRequest.start, moduleRequest.end))
      .filter((literal) => /^["'`][^$]*["'`]$/.test(literal))
      .map((literal) => literal.slice(1, -1)),
  ];
}

const aliases: Record<string, string> = {
  "#contract/": "api/contract/",
  "#api/": "api/",
  "#web/": "web/src/",
  "#tests/": "tests/",
};

/** The file of ours behind an import, or undefined for a package. */
export function resolve(from: string, specifier: string): string | undefined {
  const [path = ""] = specifier.split("?");
  if (path.startsWith(".")) return existing(join(dirname(from), path), from);
  const alias = Object.keys(aliases).find((prefix) => path.startsWith(prefix));
  return alias && existing(`${aliases[alias]}${path.slice(alias.length)}`, from);
}

function existing(file: string, from: string): string {
  if (!existsSync(file) && !generated.has(file))
    throw new Error(`${from} imports ${file}, which does not exist`);
  return file;
}
