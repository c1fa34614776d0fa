import { afterAll } from "vitest";

type Task = () => unknown;

const tasks: Task[] = [];

// Registered while the file is collected: a hook cannot be added from within a test.
afterAll(async () => {
  for (const task of tasks.reverse()) await task();
});

/** Done when the test file ends, the last first; may be asked for anywhere in it, in a test too. */
export function atEndOfFile(task: Task): void {
  tasks.push(task);
}
