import { z } from "zod";
import { stored } from "#web/lib/browser/browser-storage.ts";

const Preferences = z.object({
  volume: z.number().min(0).max(1).catch(1),
  muted: z.boolean().catch(false),
  rate: z.number().min(0.25).max(3).catch(1),
  /** Whether captions are on, and the language in which they were last chosen. */
  captioned: z.boolean().catch(false),
  captions: z.string().nullable().catch(null),
});
type Preferences = z.infer<typeof Preferences>;

const preferences = stored({
  key: "kinora.player",
  schema: Preferences,
  fallback: Preferences.parse({}),
});

export const storedPreferences = preferences.read;

export const keepPreferences = (change: Partial<Preferences>) =>
  preferences.write({ ...preferences.read(), ...change });
