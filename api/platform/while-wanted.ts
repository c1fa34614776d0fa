/** Asks again and again whether work is still wanted. A question that fails ends nothing: the next one is asked. */
export function whileWanted(
  isWanted: () => Promise<boolean>,
  everyMs: number,
  signal: AbortSignal,
) {
  const end = new AbortController();
  let asking: Promise<void> | undefined;
  const ask = async () => {
    if (!(await isWanted().catch(() => true))) end.abort(new Error("Nobody wants this any more"));
    asking = undefined;
  };
  const timer = setInterval(() => {
    asking ??= ask();
  }, everyMs);
  return {
    /** Aborted when nobody wants the work any more, or with the signal that was given. */
    signal: AbortSignal.any([signal, end.signal]),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await asking;
    },
  };
}
