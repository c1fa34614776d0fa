import { EMOJI, type ReactionCount } from "#contract/discussion.ts";

/** As the triggers keep them: only what somebody chose. */
export type Counts = Record<string, number>;

export const countsFor = (counts: Counts, mine: readonly string[]): ReactionCount[] =>
  EMOJI.flatMap((emoji) => {
    const count = counts[emoji] ?? 0;
    return count > 0 ? [{ emoji, count, user_reacted: mine.includes(emoji) }] : [];
  });

export function summaryOf(counts: Counts, mine: readonly string[]) {
  const reactions = countsFor(counts, mine);
  return { reactions, total_count: reactions.reduce((sum, { count }) => sum + count, 0) };
}
