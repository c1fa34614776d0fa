import type { Mix } from "./mix.ts";

const LISTEN_FOR_MS = 4_000;
const LOOK_EVERY_MS = 200;
const AUDIBLE = 0.12;

/** Tells when something was heard, and when nothing was for so long that somebody should know. */
export function followLevel(
  { level, isAwake }: Pick<Mix, "level" | "isAwake">,
  signal: AbortSignal,
  tell: (heard: "heard" | "silent") => void,
) {
  let began = performance.now();
  let said: "heard" | "silent" | null = null;
  const timer = setInterval(() => {
    // While the browser keeps it suspended, nothing has been heard yet.
    if (!isAwake()) began = performance.now();
    const isLoud = level() > AUDIBLE;
    const isLate = performance.now() - began > LISTEN_FOR_MS;
    const heard = isLoud ? "heard" : isLate && said === null ? "silent" : said;
    if (heard !== null && heard !== said) tell(heard);
    said = heard;
  }, LOOK_EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}
