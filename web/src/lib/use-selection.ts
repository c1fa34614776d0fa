import { useRef, useState } from "react";

/** The selected things among those that are shown: one that is no longer shown is no longer selected. */
export function useSelection<Item extends { id: string }>(shown: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const items = shown.filter(({ id }) => ids.has(id));
  return {
    items,
    ids: new Set(items.map(({ id }) => id)) as ReadonlySet<string>, // nobody changes it in place
    /** `through`: with all between it and the last one that was chosen. */
    select(id: string, isSelected: boolean, through = false) {
      const next = new Set(items.map((item) => item.id));
      const places = [last.current, id].map((one) => shown.findIndex((item) => item.id === one));
      const [from = -1, to = -1] = places.toSorted((a, b) => a - b);
      const chosen = through && from >= 0 ? shown.slice(from, to + 1).map((item) => item.id) : [id];
      for (const one of chosen)
        if (isSelected) next.add(one);
        else next.delete(one);
      last.current = id;
      setIds(next);
    },
    selectAll: (all: boolean) => setIds(new Set(all ? shown.map(({ id }) => id) : [])),
  };
}
