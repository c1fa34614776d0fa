import { useMutation, useQuery } from "@tanstack/react-query";
import { EMOJI } from "#contract/discussion.ts";
import {
  hasReacted,
  momentOf,
  reactionsQuery,
  reactionToggle,
  type Scope,
} from "#web/data/discussion.ts";
import { ReactionPill } from "./reaction-pill.tsx";

interface Props {
  scope: Scope;
  canReact: boolean;
  /** The second at which the video stands: a reaction is to what is seen. */
  moment: () => number;
}

/** The eight under the video. Those who may only look see what others chose. */
export function RecordingReactions({ scope, canReact, moment }: Props) {
  const { data: summary } = useQuery(reactionsQuery(scope));
  const { mutate } = useMutation(reactionToggle(scope));
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
