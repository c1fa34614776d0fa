import { useQuery } from "@tanstack/react-query";
import { EMOJI } from "#contract/discussion.ts";
import { hasReacted, useToggleReaction } from "./changes.ts";
import { reactionsQuery } from "./queries.ts";
import { ReactionPill } from "./reaction-pill.tsx";
import type { Scope } from "./scope.ts";

interface Props {
  scope: Scope;
  canReact: boolean;
  /** Where the video stands: a reaction is to what is seen. */
  moment: () => number;
}

/** The eight under the video. Those who may only look see what others chose. */
export function RecordingReactions({ scope, canReact, moment }: Props) {
  const { data: summary } = useQuery(reactionsQuery(scope));
  const { mutate } = useToggleReaction(scope);
  const reactions = summary?.reactions ?? [];
  const shown = canReact ? EMOJI : EMOJI.filter((emoji) => countOf(emoji) > 0);
  function countOf(emoji: string) {
    return reactions.find((reaction) => reaction.emoji === emoji)?.count ?? 0;
  }
  if (shown.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-1 sm:gap-1.5">
      <legend className="sr-only">Reactions, {summary?.total_count ?? 0} in all</legend>
      {shown.map((emoji) => {
        const had = hasReacted(reactions, emoji);
        const toggle = () => mutate({ emoji, had, at: momentOf(moment()) });
        return (
          <ReactionPill
            key={emoji}
            size="md"
            reaction={{ emoji, count: countOf(emoji), user_reacted: had }}
            onToggle={canReact ? toggle : undefined}
          />
        );
      })}
    </fieldset>
  );
}

/** The very start is where everybody is before they have seen anything. */
const momentOf = (seconds: number) => (seconds >= 0.5 ? Math.round(seconds * 10) / 10 : null);
