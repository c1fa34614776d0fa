import { isFull } from "#api/platform/objects/store.ts";
import { BrokenMedia, faultOf } from "./probe.ts";

export type WhyNot = { kind: "full" } | { kind: "broken"; reason: string };

/** The reason that a process tells of the file it could not work on. A fault of ours is thrown. */
export function whyNot(error: unknown): WhyNot {
  const fault = faultOf(error);
  if (isFull(error)) return { kind: "full" };
  if (fault instanceof BrokenMedia) return { kind: "broken", reason: fault.message };
  throw fault;
}
