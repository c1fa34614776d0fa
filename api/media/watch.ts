import { Worker } from "node:worker_threads";
import { machineMemory } from "./first-to-go.ts";

/** The furthest byte that was read, where a thread that never waits for this one can see it. */
const furthest = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** The limits of a process that reads a stranger's file. Seconds of the processor: a busy machine is no damage. */
export interface Allowance {
  seconds: number;
  /** The longest time without coming any further in the file. */
  secondsWithoutAdvance: number;
  bytesOfMemory: number;
}

export interface Orders {
  allowance: Allowance;
  furthest: Int32Array;
}

/** The memory that every file may take, however small: the engine and the reader at work. */
const LEAST_BYTES = 1.5e9;

/**
 * The reader loads a cluster whole, and one without any content can have any length: for 250 MB it took 1.1 GB, for
 * 500 MB 2.7 and for 1000 MB 5.3. The limit always leaves room for the server.
 */
const memoryFor = (size: number, machine = machineMemory()) =>
  Math.max(LEAST_BYTES, Math.min(LEAST_BYTES + size * 6, machine / 2));

/** Ten times the need of a sound file with many small pictures; a reader that stands still is ended long before. */
export function allowanceFor(size: number, machine?: number): Allowance {
  return {
    seconds: 5 + size / 1_000_000,
    secondsWithoutAdvance: Math.min(10, 3 + size / 1_000_000),
    bytesOfMemory: memoryFor(size, machine),
  };
}

/** The last word of a process that was ended by its own watch. */
export const GAVE_UP = '{"kind":"gave-up"}';

/**
 * From now on a thread ends this process when its parent is gone (our standard input is closed then), and when it
 * uses more than it is allowed: a reader that goes round in circles never comes back to ask.
 */
export function startWatch(allowance: Allowance): void {
  const orders: Orders = { allowance, furthest };
  new Worker(`${import.meta.dirname}/watch-thread.ts`, { workerData: orders }).unref();
}

/** Notes that bytes were read which were never read before. */
export function noteAdvance(): void {
  Atomics.add(furthest, 0, 1);
}
