const LOOK_MS = 500;

/** `npx` that is told to end passes no signal on: whoever started us is gone then, and we end as if told, too. */
export function endWithNpx(): void {
  if (process.env.npm_command !== "exec") return;
  const starter = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === starter) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, LOOK_MS);
  timer.unref();
}
