const LOOK_MS = 500;

/** `npx` that is told to end passes no signal on: it is gone then, and we end as if told, too. */
export function endWithNpx(): void {
  if (!process.env.npm_execpath?.includes("npm-cli")) return; // the one word of npm that Bun's runner leaves
  const starters = startersOf(process.ppid);
  const timer = setInterval(() => {
    if (starters.every(isRunning)) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS);
  timer.unref();
}

/** Up to `npx` itself: the shell and the runner of scripts between us may live on without it. */
function startersOf(parent: number): number[] {
  const starters: number[] = [];
  if (!Bun.which("ps")) return starters;
  for (let pid = parent; pid > 1; ) {
    starters.push(pid);
    const { stdout } = Bun.spawnSync(["ps", "-o", "ppid=,args=", "-p", String(pid)]);
    const [, above = "0", name = ""] = /^\s*(\d+)\s+(.*)/.exec(stdout.toString()) ?? [];
    if (/^(npm exec|npx)\b/.test(name)) return starters;
    pid = Number(above);
  }
  return [];
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
