/** For people who may edit: the moment that this is about was cut out, and comes back with the original. */
export function RemovedPart() {
  return <span className="w-fit text-12 text-ink-3">In a removed part</span>;
}
