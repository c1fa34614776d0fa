import type postgres from "postgres";
import { z } from "zod";
import type { JobKind } from "#api/platform/jobs/queue.ts";

export type Note = { note: string };

let count = 0;

/** Each test has a kind of its own, so that none takes another's work. */
export function newKind(more: Partial<JobKind<Note>> = {}): JobKind<Note> {
  return { name: `test-${++count}`, data: z.object({ note: z.string() }), ...more };
}

/** The jobs whose last try has failed, with the last reason. */
export const failedJobs = (pool: postgres.Sql) => pool<
  { kind: string; data: Note; reason: string }[]
>`
  select kind, data, reason from private.jobs where failed_at is not null order by failed_at desc
`;

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
    /** Waits until so many have come, in all. */
    async atLeast(length: number): Promise<T[]> {
      if (seen.length < length)
        await new Promise<void>((resolve) => waiting.push({ length, resolve }));
      return seen;
    },
  };
}
