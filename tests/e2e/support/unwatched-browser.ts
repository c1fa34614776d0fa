import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type LaunchOptions } from "@playwright/test";

/** Playwright holds every page it is attached to in front; here a tab behind another one really is hidden. */
export interface UnwatchedTab {
  goto(url: string): Promise<void>;
  /** The value of an expression in the page, as if a person had caused it. */
  evaluate(expression: string): Promise<unknown>;
  /** Puts another tab in front of this one. */
  hide(): Promise<void>;
}

export async function unwatchedBrowser({ executablePath, args = [] }: LaunchOptions) {
  const profile = mkdtempSync(join(tmpdir(), "kinora-profile-"));
  const child = Bun.spawn(
    [
      executablePath ?? "",
      ...args,
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "about:blank",
    ],
    { stdout: "ignore", stderr: "ignore" },
  );
  const tools = await toolsOf(profile);
  const [first] = await pagesOf(tools);
  if (!first) throw new Error("The browser has no tab");
  return {
    tab: await attach(tools, first.webSocketDebuggerUrl),
    async close() {
      child.kill();
      await child.exited;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The browser writes down on which port it can be spoken to. */
async function toolsOf(profile: string): Promise<string> {
  const file = join(profile, "DevToolsActivePort");
  await expect.poll(() => existsSync(file) && readFileSync(file, "utf8").includes("\n")).toBe(true);
  return `http://127.0.0.1:${Number.parseInt(readFileSync(file, "utf8"), 10)}/json`;
}

interface Target {
  id: string;
  type: string;
  webSocketDebuggerUrl: string;
}

async function pagesOf(tools: string): Promise<Target[]> {
  const targets: Target[] = await (await fetch(tools)).json();
  return targets.filter(({ type }) => type === "page");
}

async function attach(tools: string, address: string): Promise<UnwatchedTab> {
  const socket = new WebSocket(address);
  const answers = new Map<number, (result: Answer) => void>();
  socket.onmessage = ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    answers.get(id)?.(result);
    answers.delete(id);
  };
  await new Promise((resolve) => {
    socket.onopen = resolve;
  });
  let calls = 0;
  const call = (method: string, params: object) =>
    new Promise<Answer>((resolve) => {
      calls += 1;
      answers.set(calls, resolve);
      socket.send(JSON.stringify({ id: calls, method, params }));
    });
  const evaluate = async (expression: string) => {
    const options = { awaitPromise: true, userGesture: true, returnByValue: true };
    const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, ...options });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result?.value;
  };
  return {
    evaluate,
    async goto(url) {
      await call("Page.navigate", { url });
      await expect
        .poll(() => evaluate("document.readyState + location.href"))
        .toBe(`complete${url}`);
    },
    async hide() {
      const opened: Target = await (await fetch(`${tools}/new`, { method: "PUT" })).json();
      await fetch(`${tools}/activate/${opened.id}`);
      await expect.poll(() => evaluate("document.visibilityState")).toBe("hidden");
    },
  };
}

interface Answer {
  result?: { value?: unknown };
  exceptionDetails?: object;
}
