import type { Plugin } from "vite";

/** A visitor of a link waits for a video: the page for it begins with the script that asks what the link opens. */
export function pageOfLinks(): Plugin {
  return {
    name: "kinora:page-of-links",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      const early = Object.values(bundle).find(
        ({ type, name }) => type === "chunk" && name === "early",
      );
      if (page?.type !== "asset" || !early) throw new Error("no page, or no early-link.ts");
      const script = `<script type="module" async crossorigin fetchpriority="high" src="/${early.fileName}"></script>`;
      const source = page.source
        .toString()
        .replace("<head>", (head) => `${head}\n    ${script}`)
        .replace(/ *<link rel="manifest".*\n/, ""); // guests install nothing, and wait for one file less
      this.emitFile({ type: "asset", fileName: "link.html", source });
    },
  };
}
