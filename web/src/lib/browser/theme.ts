import { atom, getDefaultStore, useAtom } from "jotai";
import { only, stored } from "./browser-storage.ts";

const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** public/before.js reads the same key before the first paint. */
const chosen = stored({
  key: "kinora.theme",
  schema: only((text): text is Theme => themes.some((theme) => theme === text)),
  fallback: "system" as const,
  form: "text",
});

const current = atom<Theme>(chosen.read());
const themeAtom = atom(
  (get) => get(current),
  (_get, set, theme: Theme) => {
    set(current, theme);
    if (theme === "system") chosen.remove();
    else chosen.write(theme);
    show(theme);
  },
);

export const useTheme = () => useAtom(themeAtom);

/** The other tabs change with the tab where the theme was chosen. */
export function followTheme() {
  chosen.follow((theme) => {
    getDefaultStore().set(current, theme);
    show(theme);
  });
}

function show(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}
