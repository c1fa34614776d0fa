import { z } from "zod";

const storageKey = "kinora.player";

/** How somebody likes to watch, on this device and for every video. */
const Preferences = z.object({
  volume: z.number().min(0).max(1).catch(1),
  muted: z.boolean().catch(false),
  rate: z.number().min(0.25).max(3).catch(1),
  /** The language of the captions; null while they are off. */
  captions: z.string().nullable().catch(null),
});
export type Preferences = z.infer<typeof Preferences>;

export function storedPreferences(): Preferences {
  try {
    return Preferences.parse(JSON.parse(localStorage.getItem(storageKey) ?? "{}"));
  } catch {
    return Preferences.parse({});
  }
}

export function keepPreferences(change: Partial<Preferences>) {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...storedPreferences(), ...change }));
  } catch {
    // A full or forbidden store costs the preference, never the playback.
  }
}
