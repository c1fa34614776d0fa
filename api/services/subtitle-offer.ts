import type { Env } from "#api/env.ts";
import { transcriptionOf } from "./transcription/open.ts";

export type SubtitleOffer = ReturnType<typeof subtitleOffer>;

/** The subtitle services of this server, and their terms; uploading and editing are always offered. */
export const subtitleOffer = (env: Env) => ({
  transcription: transcriptionOf(env),
  translation: env.CHAT_MODEL !== undefined,
  /** Whether an account needs the add-on; an operator who sells nothing may switch that off. */
  needsAddon: env.SUBTITLE_ADDON !== "off",
});
