import { atom, useAtom } from "jotai";
import { z } from "zod";
import { stored } from "#web/lib/browser/browser-storage.ts";

const remembered = stored({
  key: "kinora.sidebar",
  schema: z.enum(["collapsed", "open"]),
  fallback: null,
  form: "text",
});

/** Until someone chooses, a narrow window starts with icons only. */
const first = remembered.read() ?? (window.innerWidth < 1100 ? "collapsed" : "open");
const current = atom(first === "collapsed");

const collapsedAtom = atom(
  (get) => get(current),
  (_get, set, collapsed: boolean) => {
    remembered.write(collapsed ? "collapsed" : "open");
    set(current, collapsed);
  },
);

export const useCollapsed = () => useAtom(collapsedAtom);
