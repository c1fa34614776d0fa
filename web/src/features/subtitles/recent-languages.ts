import { z } from "zod";
import { DEFAULT_LANGUAGE, LanguageCode } from "#contract/languages.ts";
import { stored } from "#web/lib/browser/browser-storage.ts";

const MOST = 5;

const recent = stored({
  key: "kinora.languages",
  schema: z.array(LanguageCode).max(MOST),
  fallback: [],
});

/** The languages that somebody chose on this device, the last first. */
export const recentLanguages = (): readonly LanguageCode[] => recent.read();

export const lastLanguage = () => recentLanguages()[0] ?? DEFAULT_LANGUAGE;

export const keepLanguage = (code: LanguageCode) =>
  recent.write([code, ...recentLanguages().filter((other) => other !== code)].slice(0, MOST));
