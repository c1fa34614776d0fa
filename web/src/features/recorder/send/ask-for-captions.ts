import type { LanguageCode } from "#contract/languages.ts";
import { errorText } from "#web/lib/api-error.ts";

export type SpokenLanguage = LanguageCode;

/** The state of a recording's captions; null where nobody wants any. */
export type CaptionsWish = { asked: true } | { refused: string } | null;

/** Has what is said written down while it arrives. No refusal of that reaches the recording. */
export async function askForCaptions(
  recordingId: string,
  language: SpokenLanguage,
): Promise<CaptionsWish> {
  try {
    const { askForSubtitles } = await import("#web/data/subtitles.ts");
    await askForSubtitles(recordingId, { language });
    return { asked: true };
  } catch (error) {
    return { refused: errorText(error, "Failed to generate subtitle") };
  }
}
