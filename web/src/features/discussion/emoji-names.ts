import type { Emoji } from "#contract/discussion.ts";

/** A picture alone has no name. */
export const emojiNames: Record<Emoji, string> = {
  "👍": "Thumbs up",
  "❤️": "Heart",
  "😂": "Laughing",
  "😮": "Surprised",
  "😢": "Crying",
  "🔥": "Fire",
  "👏": "Clapping",
  "🎉": "Party",
};
