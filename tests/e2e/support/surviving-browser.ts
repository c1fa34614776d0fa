import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type LaunchOptions, type Page } from "@playwright/test";

/** A browser with a profile on disk that can be killed like a process and started again. */
export interface SurvivingBrowser {
  /** Starts it, again if it was killed, and gives its page. */
  open(): Promise<Page>;
  /** SIGKILL: nothing gets to say goodbye. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

export function survivingBrowser(
  baseURL: string,
  launch: LaunchOptions,
  permissions: string[],
): SurvivingBrowser {
  const profile = mkdtempSync(join(tmpdir(), "kinora-profile-"));
  let context: BrowserContext | undefined;
  return {
    async open() {
      context = await chromium.launchPersistentContext(profile, {
        ...launch,
        baseURL,
        permissions,
      });
      return context.pages()[0] ?? context.newPage();
    },
    async kill() {
      const gone = new Promise((resolve) => context?.once("close", resolve));
      process.kill(browserProcess(profile), "SIGKILL");
      await gone;
      context = undefined;
    },
    async remove() {
      await context?.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The browser itself: its children name their type. */
function browserProcess(profile: string): number {
  const { stdout } = Bun.spawnSync(["ps", "-axo", "pid=,args="]);
  const line = stdout
    .toString()
    .split("\n")
    .find((text) => text.includes(`--user-data-dir=${profile}`) && !text.includes("--type="));
  const pid = Number.parseInt(line ?? "", 10);
  if (!Number.isInteger(pid)) throw new Error("The browser's process was not found");
  return pid;
}
