/** Comes with every test file, also where it shares its modules with the files before it. */
import { setTimeout as turn } from "node:timers/promises";
import { afterAll, vi } from "vitest";
import { tidyUp } from "./cleanup.ts";

const forgetTimers = "window" in globalThis ? rememberTimers() : () => {};

afterAll(async () => {
  await tidyUp();
  forgetTimers();
  if (!("window" in globalThis)) return;
  await vi.dynamicImportSettled(); // the first toast is drawn once its module has come
  await drawnToTheEnd();
  forgetTimers(); // a toast that goes in its last drawing begins one more
});

/** A toast goes by timers of its own, which no test takes down: they must not find the window gone either. */
function rememberTimers() {
  const begun = new Set<ReturnType<typeof setTimeout>>();
  const begin = globalThis.setTimeout;
  const remembered = (...given: Parameters<typeof begin>) => {
    const timer = begin(...given);
    begun.add(timer);
    return timer;
  };
  globalThis.setTimeout = Object.assign(remembered, begin);
  return () => {
    for (const timer of begun) clearTimeout(timer);
  };
}

/**
 * React draws and runs effects between two turns of the loop, also in roots that no test takes
 * down, such as the toasts': it must not find the window gone. What an effect sets is one turn more.
 */
async function drawnToTheEnd() {
  for (let turns = 0; turns < 10; turns++) await turn();
}
