/** A process of its own that runs `code` and says one line when it is done; then it waits to be killed. */
export async function childThat(code: string) {
  const child = Bun.spawn(
    [process.execPath, "--eval", `${code}\nconsole.log("done"); setInterval(() => {}, 1000);`],
    { stdout: "pipe", stderr: "pipe" },
  );
  const reader = child.stdout.getReader();
  const { done } = await reader.read();
  if (done) throw new Error(await new Response(child.stderr).text());
  return {
    pid: child.pid,
    async kill(signal: "SIGKILL" | "SIGTERM" = "SIGKILL") {
      child.kill(signal);
      await child.exited;
    },
  };
}
