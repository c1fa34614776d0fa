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
  /** As a laptop does whose lid is closed, and opened again. */
  suspend(): void;
  wake(): void;
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
    suspend: () => signalAll(browserProcess(profile), "SIGSTOP"),
    wake: () => signalAll(browserProcess(profile), "SIGCONT"),
    async remove() {
      await context?.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

const processes = (fields: string) =>
  Bun.spawnSync(["ps", "-axo", fields]).stdout.toString().split("\n");

/** To a process and to all that it started. */
function signalAll(first: number, signal: "SIGSTOP" | "SIGCONT") {
  const parents = processes("pid=,ppid=").map((line) => line.trim().split(/\s+/).map(Number));
  const found = [first];
  for (const one of found)
    for (const [pid = 0, parent] of parents) if (parent === one) found.push(pid);
  for (const pid of found) process.kill(pid, signal);
}

/** The browser itself: its children name their type. */
function browserProcess(profile: string): number {
  const line = processes("pid=,args=").find(
    (text) => text.includes(`--user-data-dir=${profile}`) && !text.includes("--type="),
  );
  const pid = Number.parseInt(line ?? "", 10);
  if (!Number.isInteger(pid)) throw new Error("The browser's process was not found");
  return pid;
}
