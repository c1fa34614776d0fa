import { atom, getDefaultStore, useAtomValue } from "jotai";
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

export const useTheme = () => [useAtomValue(current), choose] as const;

function choose(theme: Theme) {
  if (theme === "system") chosen.remove();
  else chosen.write(theme);
  show(theme);
}

/** The other tabs change with the tab where the theme was chosen. */
export const followTheme = () => chosen.follow(show);

function show(theme: Theme) {
  getDefaultStore().set(current, theme);
  const { dataset } = document.documentElement;
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
}
