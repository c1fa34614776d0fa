import type { Env } from "#api/env.ts";
import { transcriptionOf } from "./transcription/open.ts";

/** The subtitle services of this server, and their terms; uploading and editing are always offered. */
export interface SubtitleOffer {
  /** The engine that transcribes: an outside service, or this machine itself. */
  transcription: "service" | "local" | "off";
  translation: boolean;
  /** Whether an account needs the add-on; an operator who sells nothing may switch that off. */
  needsAddon: boolean;
}

export const subtitleOffer = (env: Env): SubtitleOffer => ({
  transcription: transcriptionOf(env),
  translation: env.CHAT_MODEL !== undefined,
  needsAddon: env.SUBTITLE_ADDON !== "off",
});
