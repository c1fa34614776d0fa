/** Comes with every test file, also where it shares its modules with the files before it. */
import { setTimeout as turn } from "node:timers/promises";
import { afterAll } from "vitest";
import { tidyUp } from "./cleanup.ts";

afterAll(async () => {
  await tidyUp();
  if ("window" in globalThis) await drawnToTheEnd();
});

/**
 * React draws and runs effects between two turns of the loop, also in roots that no test takes
 * down, such as the toasts': it must not find the window gone. What an effect sets is one turn more.
 */
async function drawnToTheEnd() {
  for (let turns = 0; turns < 10; turns++) await turn();
}
