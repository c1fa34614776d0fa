import { useState } from "react";
import { only, stored } from "./browser-storage.ts";

const themes = ["system", "light", "dark"] as const;
type Theme = (typeof themes)[number];

/** public/before.js reads the same key before the first paint. */
const chosen = stored({
  key: "kinora.theme",
  schema: only((text): text is Theme => themes.some((theme) => theme === text)),
  fallback: "system" as const,
  form: "text",
});

export function useTheme() {
  const [theme, setTheme] = useState<Theme>(chosen.read);
  const choose = (next: Theme) => {
    const { dataset } = document.documentElement;
    if (next === "system") {
      chosen.remove();
      delete dataset.theme;
    } else {
      chosen.write(next);
      dataset.theme = next;
    }
    setTheme(next);
  };
  return [theme, choose] as const;
}
