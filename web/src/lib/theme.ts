import { atom, getDefaultStore, useAtom } from "jotai";

export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** public/before.js reads the same key before the first paint. */
const storageKey = "kinora.theme";

const current = atom<Theme>(stored());
const themeAtom = atom(
  (get) => get(current),
  (_get, set, theme: Theme) => {
    set(current, theme);
    if (theme === "system") localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, theme);
    show(theme);
  },
);

export const useTheme = () => useAtom(themeAtom);

/** The other tabs change with the one where it was chosen. */
export function followTheme() {
  window.addEventListener("storage", (event) => {
    if (event.key !== storageKey) return;
    getDefaultStore().set(current, stored());
    show(stored());
  });
}

function show(theme: Theme) {
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}

function stored(): Theme {
  const theme = localStorage.getItem(storageKey);
  return themes.find((known) => known === theme) ?? "system";
}
