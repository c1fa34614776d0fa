import { gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { newDataDir, removeDataDir, startServer } from "#tests/support/server-process.ts";
import type { Bench } from "./bench.ts";

/** Every script that a browser really fetches until /login stands there, compressed as gzip would. */
export const firstLoad: Bench = {
  work: "first load of /login, JavaScript (gzip)",
  unit: "KB",
  goal: { atMost: 130 },
  rounds: 1,
  async prepare() {
    const dataDir = newDataDir();
    const server = await startServer({ DATA_DIR: dataDir });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM_PATH ?? "",
      args: ["--no-sandbox"],
    });
    return {
      async ours() {
        const page = await browser.newPage();
        const sizes: Promise<number>[] = [];
        page.on("response", (response) => {
          if (/\.js($|\?)/.test(response.url()))
            sizes.push(response.body().then((body) => gzipSync(body).length));
        });
        await page.goto(`${server.origin}/login`, { waitUntil: "networkidle" });
        return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
      },
      async close() {
        await browser.close();
        await server.kill("SIGTERM");
        removeDataDir(dataDir);
      },
    };
  },
};
