import type { Plugin } from "vite";

/** The one font is needed by the first paint: tells the browser before it has read the stylesheet. */
export function preloadFont(name: string): Plugin {
  return {
    name: "kinora:preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((path) => path.includes(name));
        if (!file) throw new Error(`no font named ${name} was bundled`);
        const attrs = { rel: "preload", as: "font", type: "font/woff2", href: `/${file}` };
        return [{ tag: "link", attrs: { ...attrs, crossorigin: true }, injectTo: "head-prepend" }];
      },
    },
  };
}
