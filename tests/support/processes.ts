/** Whether the process still does something: one that ended may stay in the table until somebody asks for it. */
export async function isRunning(pid: number): Promise<boolean> {
  const state = await new Response(
    Bun.spawn(["ps", "-o", "stat=", "-p", String(pid)], { stderr: "ignore" }).stdout,
  ).text();
  return state.trim() !== "" && !state.startsWith("Z");
}

/** The group of processes that a signal from the terminal reaches with this one. */
export async function groupOf(pid: number): Promise<number> {
  const { stdout } = Bun.spawn(["ps", "-o", "pgid=", "-p", String(pid)]);
  return Number(await new Response(stdout).text());
}

/** How much it lets others go first: from -20 to 19. */
export async function nicenessOf(pid: number): Promise<number> {
  const { stdout } = Bun.spawn(["ps", "-o", "ni=", "-p", String(pid)]);
  return Number(await new Response(stdout).text());
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
