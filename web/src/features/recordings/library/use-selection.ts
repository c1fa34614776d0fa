import { useState } from "react";

/** The selected recordings among those that are shown: one that is no longer shown is no longer selected. */
export function useSelection<Item extends { id: string }>(shown: readonly Item[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const items = shown.filter(({ id }) => ids.has(id));
  return {
    items,
    ids: new Set(items.map(({ id }) => id)) as ReadonlySet<string>, // nobody changes it in place
    select(id: string, isSelected: boolean) {
      const next = new Set(items.map((item) => item.id));
      if (isSelected) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    selectAll: (all: boolean) => setIds(new Set(all ? shown.map(({ id }) => id) : [])),
  };
}
