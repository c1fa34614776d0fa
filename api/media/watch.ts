import { Worker } from "node:worker_threads";
import { machineMemory } from "./first-to-go.ts";

/** How far reading has come, where a thread that never waits for this one can see it. */
const furthest = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/** What a process that reads a stranger's file may use. Seconds of the processor: a busy machine is no damage. */
export interface Allowance {
  seconds: number;
  /** Without coming any further in the file. */
  secondsWithoutAdvance: number;
  bytesOfMemory: number;
}

export interface Orders {
  allowance: Allowance;
  furthest: Int32Array;
}

/** What any file may take, however small: the engine and the reader at work. */
const LEAST_BYTES = 1.5e9;

/**
 * The reader loads a cluster whole, and what says nothing lies in one however long it is: of 250 MB it took
 * 1.1 GB, of 500 MB 2.7 and of 1000 MB 5.3. But never more than leaves the server room.
 */
const memoryFor = (size: number, machine = machineMemory()) =>
  Math.max(LEAST_BYTES, Math.min(LEAST_BYTES + size * 6, machine / 2));

/** Ten times what a sound file of many small pictures takes; what stands still is ended long before. */
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
 * From now on a thread ends this process when whoever started it is gone (our standard input is closed then),
 * and when it uses more than it is allowed: a reader that goes round in circles never comes back to ask.
 */
export function startWatch(allowance: Allowance): void {
  const orders: Orders = { allowance, furthest };
  new Worker(`${import.meta.dirname}/watch-thread.ts`, { workerData: orders }).unref();
}

/** Reading came to bytes that nobody had read before. */
export function noteAdvance(): void {
  Atomics.add(furthest, 0, 1);
}
