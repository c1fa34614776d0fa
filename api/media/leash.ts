import { mayTakeFirst } from "./first-to-go.ts";

/**
 * `bun leash.ts KILOBYTES COMMAND …` runs a command that must not outlive its parent: our standard input is open
 * for as long as that lives and wants it. It holds no more memory than it is told, where a shell can see to that.
 */
const [kilobytes = "", ...command] = process.argv.slice(2);
mayTakeFirst(process.pid); // what we start is as we are
const bounded = ["/bin/sh", "-c", 'ulimit -d "$0" 2>/dev/null; exec "$@"', kilobytes, ...command];
const child = Bun.spawn(process.platform === "win32" ? command : bounded, {
  stdin: "ignore",
  stdout: "inherit",
  stderr: "inherit",
});
const letGo = async () => {
  for await (const _ of Bun.stdin.stream());
  child.kill("SIGKILL");
};
void letGo();
process.exit((await child.exited) || (child.signalCode ? 1 : 0));
