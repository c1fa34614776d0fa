import type { Plugin, Rolldown } from "vite";
import { isPageOf, withImports } from "./route-modules.ts";

/**
 * A visitor of a link has nothing of ours in the cache, and waits for a video: the page that such an
 * address is answered with names every script of its route, so that none waits for another, and
 * begins with the one that asks what the link opens.
 */
export function pageOfRoute(file: string, route: string): Plugin {
  return {
    name: `kinora:page-of-route:${file}`,
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      const chunk = Object.values(bundle).find((output) => isRoute(output, route));
      if (page?.type !== "asset" || !chunk) throw new Error(`no page, or no route ${route}`);
      const text = page.source.toString();
      const scripts = [
        ...withImports(chunk.fileName, (name) => {
          const output = bundle[name];
          return output?.type === "chunk" ? output.imports : undefined;
        }),
      ];
      const early = scripts.find((name) => bundle[name]?.name === "early");
      if (!early) throw new Error(`${route} does not take what early-link.ts asks`);
      const links = scripts
        .filter((name) => !text.includes(name))
        .map((name) => `    <link rel="modulepreload" crossorigin href="/${name}">\n`);
      const source = text
        .replace(
          "<head>",
          (head) =>
            `${head}\n    <script type="module" async crossorigin fetchpriority="high" src="/${early}"></script>`,
        )
        .replace("  </head>", (head) => `${links.join("")}${head}`);
      this.emitFile({ type: "asset", fileName: file, source });
    },
  };
}

const isRoute = (output: Rolldown.OutputChunk | Rolldown.OutputAsset, route: string) =>
  output.type === "chunk" && isPageOf(route, output.facadeModuleId ?? "");
