export type Listeners<T> = ReturnType<typeof listeners<T>>;

/** The functions that hear of something. A listener that throws disturbs neither the caller nor the others. */
export function listeners<T>() {
  const all = new Set<(value: T) => void>();
  return {
    /** Returns how to stop listening. */
    add(listener: (value: T) => void) {
      const isolated = isolate(listener);
      all.add(isolated);
      return () => void all.delete(isolated);
    },
    tell(value: T) {
      for (const listener of all) listener(value);
    },
    count: () => all.size,
  };
}

/** The same function, but its errors go to the console instead of its caller: the first time, not every time. */
export function isolate<Args extends unknown[]>(
  run: (...args: Args) => unknown,
): (...args: Args) => void {
  let isReported = false;
  const report = (error: unknown) => {
    if (!isReported) console.error(error);
    isReported = true;
  };
  return (...args) => {
    try {
      const result = run(...args);
      if (result instanceof Promise) result.catch(report);
    } catch (error) {
      report(error);
    }
  };
}
