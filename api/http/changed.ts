type Listener = (id: string) => void;

/** Everything in this process that must hear at once when a recording is another film. */
const listeners = new Set<Listener>();

/** Returns the way to stop listening. */
export function heedChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellChanged(id: string): void {
  for (const listener of listeners) listener(id);
}
