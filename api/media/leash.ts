import { setPriority } from "node:os";

/**
 * `bun leash.ts COMMAND …` runs a command that must not outlive whoever started us: our standard input is
 * open for as long as they live and want it. Whoever watches or uploads comes first.
 */
const child = Bun.spawn(process.argv.slice(2), {
  stdin: "ignore",
  stdout: "inherit",
  stderr: "inherit",
});
setPriority(child.pid, 10);
const letGo = async () => {
  for await (const _ of Bun.stdin.stream());
  child.kill("SIGKILL");
};
void letGo();
process.exit((await child.exited) || (child.signalCode ? 1 : 0));
