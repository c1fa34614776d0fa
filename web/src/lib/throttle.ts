/** Runs at once, and once more at the end of the time if it was asked for meanwhile, however often. */
export function throttled(run: () => void, milliseconds: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDue = false;
  const go = () => {
    isDue = false;
    run();
    timer = setTimeout(() => {
      timer = undefined;
      if (isDue) go();
    }, milliseconds);
  };
  return () => {
    if (timer === undefined) go();
    else isDue = true;
  };
}
