import { resolve } from "node:path";
import tailwind from "@tailwindcss/vite";
import { tanstackRouter } from "@tanstack/router-plugin/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { keepOffline } from "./build/keep-offline.ts";
import { neededByRoute } from "./build/needed-by-route.ts";
import { pageOfLinks } from "./build/page-of-links.ts";
import { precompress } from "./build/precompress.ts";
import { preloadFont } from "./build/preload-font.ts";
import { routeTree } from "./build/route-tree.ts";

const theirs = /node_modules\//;
const ours = /web\/src\/(lib|ui|data)\/|api\/contract\//;
const firstPackages =
  /node_modules\/(react|react-dom|scheduler|jotai|use-sync-external-store|@tanstack\/(query-core|react-query))\/(?!.*\/(infiniteQuery(Observer|Options)|useInfiniteQuery|queriesObserver|useQueries|useSuspenseQuer(y|ies))\.)/;
const firstParts =
  /web\/src\/(root|data\/(write|config-answer|sign-up)|lib\/(session|kept-answer|listeners|request|api-error|client-address|search|server-clock)|ui\/(avatar|cx|wordmark|skeleton|controls\/(button|icon-button|field|form|password-field)|page\/(offline-notice|picture-to-come)|layers\/toast))\.tsx?$|lucide-react\/dist\/esm\/(?!icons|dynamic)|icons\/(captions|maximize|pause|volume-2)\./;
const link = neededByRoute("shared.$shareToken");

const api = process.env.KINORA_API ?? "http://127.0.0.1:3000";

export default defineConfig({
  root: import.meta.dirname,
  // The one setting that is built in; the server allows the same address in its Content-Security-Policy.
  envPrefix: "CLIENT_IP_URL",
  plugins: [
    tanstackRouter({
      ...routeTree,
      target: "react",
      autoCodeSplitting: true,
      // Loaders go with their page: they bring the contract, which the first load leaves out.
      codeSplittingOptions: { defaultBehavior: [["component", "loader"], ["errorComponent"]] },
    }),
    react(),
    tailwind(),
    link.plugin,
    preloadFont("geist-latin-wght-normal"),
    pageOfLinks(),
    keepOffline(),
    precompress(),
  ],
  build: {
    outDir: resolve(import.meta.dirname, "../dist/web"),
    emptyOutDir: true,
    target: "es2023",
    cssTarget: ["chrome123", "firefox121", "safari17.5"],
    // A data: URL would need a looser Content-Security-Policy than 'self'.
    assetsInlineLimit: 0,
    // The polyfill is an inline script, and every browser that can record has modulepreload.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ["index.html", "login.html"].map((page) => resolve(import.meta.dirname, page)),
      output: {
        codeSplitting: {
          groups: [
            // This file asks what a link opens, before anything else is there: so it may need nothing else.
            {
              name: "early",
              test: /web\/src\/lib\/(browser\/browser-storage|early-link|read-patience|share-scope|stored-session)\.ts$/,
            },
            // The packages that every page stands on, without those of later pages, and the parts of ours that the
            // first page needs: on a slow line each further file costs more than it saves.
            { name: "first", test: new RegExp(`${firstPackages.source}|${firstParts.source}`) },
            { name: "application", test: /web\/src\/main\.tsx$/ },
            // The code that signing in and making an account share, by which people come in.
            { name: "sign-in", test: /web\/src\/features\/auth\//, minShareCount: 2 },
            // The code that several later pages share: first the part that a visitor of a link needs, then the rest;
            // packages and our own code apart, as our own changes more often.
            // The library for videos, for the few pages that write one themselves.
            { name: "media", test: /node_modules\/mediabunny\// },
            {
              name: "link-vendor",
              test: (id) => theirs.test(id) && link.includes(id),
              minShareCount: 2,
            },
            {
              name: "link-parts",
              test: (id) => ours.test(id) && link.includes(id),
              minShareCount: 2,
            },
            { name: "vendor", test: theirs, minShareCount: 2 },
            { name: "parts", test: ours, minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": api, "/realtime": { target: api, ws: true } } },
});
