import { z } from "zod";
import type { JobKind } from "#api/platform/queue.ts";

export type Note = { note: string };

let count = 0;

/** Each test has a kind of its own, so that none takes another's work. */
export function newKind(more: Partial<JobKind<Note>> = {}): JobKind<Note> {
  return { name: `test-${++count}`, data: z.object({ note: z.string() }), ...more };
}

/** The calls of a handler as they come. */
export function recorder<T>() {
  const waiting: { length: number; resolve: () => void }[] = [];
  const seen: T[] = [];
  return {
    seen,
    push(value: T) {
      seen.push(value);
      for (const { length, resolve } of waiting) if (seen.length >= length) resolve();
    },
    /** The next call from now on. */
    async next(): Promise<T> {
      const length = seen.length + 1;
      await new Promise<void>((resolve) => waiting.push({ length, resolve }));
      return seen[length - 1] as T; // it has come by then
    },
    /** Until so many have come, in all. */
    async atLeast(length: number): Promise<T[]> {
      if (seen.length < length)
        await new Promise<void>((resolve) => waiting.push({ length, resolve }));
      return seen;
    },
  };
}
