/** Whether the process still does something: one that ended may stay in the table until somebody asks for it. */
export async function isRunning(pid: number): Promise<boolean> {
  const state = await new Response(
    Bun.spawn(["ps", "-o", "stat=", "-p", String(pid)], { stderr: "ignore" }).stdout,
  ).text();
  return state.trim() !== "" && !state.startsWith("Z");
}

/** Processes whose command names `words`. */
export async function processesThatName(words: string): Promise<number[]> {
  const table = await new Response(Bun.spawn(["ps", "-eo", "pid=,stat=,args="]).stdout).text();
  return table
    .split("\n")
    .filter((line) => line.includes(words))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, state = "Z"]) => !state.startsWith("Z"))
    .map(([pid]) => Number(pid));
}
