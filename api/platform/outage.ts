import type { Logger } from "pino";

/** Trouble that many meet at once, and again until it is over, is logged when it begins and when it ends. */
export function outageOf(log: Logger, words: string) {
  let isOn = false;
  return {
    met(err: unknown) {
      if (!isOn) log.warn({ err }, words);
      isOn = true;
    },
    isOver() {
      if (isOn) log.info(`${words}: over`);
      isOn = false;
    },
  };
}
