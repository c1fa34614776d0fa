import { atom, useAtom } from "jotai";

const storageKey = "kinora.sidebar";

/** Until someone chooses, a narrow window starts with icons only. */
const remembered = localStorage.getItem(storageKey);
const current = atom(remembered ? remembered === "collapsed" : window.innerWidth < 1100);

const collapsedAtom = atom(
  (get) => get(current),
  (_get, set, collapsed: boolean) => {
    localStorage.setItem(storageKey, collapsed ? "collapsed" : "open");
    set(current, collapsed);
  },
);

export const useCollapsed = () => useAtom(collapsedAtom);
