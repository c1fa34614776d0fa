type Task = () => unknown;

let tasks: Task[] = [];

/** Done when the test file ends, the last first; may be asked for anywhere in it, in a test too. */
export function atEndOfFile(task: Task): void {
  tasks.push(task);
}

/** Test files of one worker come one after the other: what was asked for is this file's. */
export async function tidyUp(): Promise<void> {
  const asked = tasks.reverse();
  tasks = [];
  for (const task of asked) await task();
}
