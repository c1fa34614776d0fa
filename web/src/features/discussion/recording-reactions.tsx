import { useMutation, useQuery } from "@tanstack/react-query";
import type { Emoji } from "#contract/discussion.ts";
import { hasReacted, momentOf, reactionsQuery, reactionToggle } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { ReactionPicker } from "./reaction-picker.tsx";
import { ReactionPill } from "./reaction-pill.tsx";

interface Props {
  scope: Scope;
  canReact: boolean;
  /** The second at which the video stands: a reaction is to what is seen. */
  moment: () => number;
}

/** The reactions that were given, and one button that opens the eight. Guests see the given ones only. */
export function RecordingReactions({ scope, canReact, moment }: Props) {
  const { data: summary } = useQuery(reactionsQuery(scope));
  const { mutate } = useMutation(reactionToggle(scope));
  const reactions = summary?.reactions ?? [];
  const given = reactions.filter(({ count }) => count > 0);
  const toggle = (emoji: Emoji) =>
    mutate({ emoji, had: hasReacted(reactions, emoji), at: momentOf(moment()) });
  if (!canReact && given.length === 0) return null;
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="sr-only">Reactions, {summary?.total_count ?? 0} in all</legend>
      {given.map((reaction) => (
        <ReactionPill
          key={reaction.emoji}
          reaction={reaction}
          onToggle={canReact ? () => toggle(reaction.emoji) : undefined}
        />
      ))}
      {canReact && <ReactionPicker label="React" counts={reactions} onToggle={toggle} />}
    </fieldset>
  );
}
