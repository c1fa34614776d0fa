import type { Env } from "#api/env.ts";
import { transcriptionOf } from "./transcription/open.ts";

/** What this server does for subtitles, and on which terms; uploading and editing are always there. */
export interface SubtitleOffer {
  /** Who transcribes: an outside service, or this machine itself. */
  transcription: "service" | "local" | "off";
  translation: boolean;
  /** Where nothing is sold and nothing is paid for, the operator may do without. */
  needsAddon: boolean;
}

export const subtitleOffer = (env: Env): SubtitleOffer => ({
  transcription: transcriptionOf(env),
  translation: env.CHAT_MODEL !== undefined,
  needsAddon: env.SUBTITLE_ADDON !== "off",
});
