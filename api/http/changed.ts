import type postgres from "postgres";

type Listener = (id: string) => void;

/** Everything in this process that must hear at once when a recording is another film, or a link to it another right. */
const listeners = new Set<Listener>();

/** Returns the way to stop listening. */
export function heedChanges(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Another process has shown a film or hidden one, or changed a link to it: the database says so to all. */
export const hearChanges = (pool: postgres.Sql) => pool.listen("kinora_films", tellChanged);

export function tellChanged(id: string): void {
  for (const listener of listeners) listener(id);
}
