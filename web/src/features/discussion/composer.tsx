import { useMutation } from "@tanstack/react-query";
import { Clock } from "lucide-react";
import { useRef, useState } from "react";
import type { Comment } from "#contract/discussion.ts";
import { momentOf, newComment, pendingId } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { formatDuration } from "#web/lib/format.ts";
import { cx } from "#web/ui/cx.ts";
import { CommentEditor } from "./comment-editor.tsx";

interface Props {
  scope: Scope;
  user: Writer;
  isOwner: boolean;
  moment: () => number;
  answers?: Comment | undefined;
  /** A guest who has just said a name goes on here. */
  isNew?: boolean;
  onDone?: (() => void) | undefined;
}

/** A form that stays, out of sight, where somebody may not write any more: their words may come back unsent. */
export function KeptComposer({
  user,
  ...props
}: Omit<Props, "user"> & { user?: Writer | undefined }) {
  const [first] = useState(user);
  const [last, setLast] = useState(user);
  if (user && user !== last) setLast(user);
  return (
    last && (
      <div hidden={!user}>
        <Composer key={last.id} {...props} user={last} isNew={!first && last.id === null} />
      </div>
    )
  );
}

/** Writes a comment about the moment at which its writer began, or a reply, which is about what it answers. */
export function Composer({ scope, user, isOwner, moment, answers, isNew, onDone }: Props) {
  const add = useMutation(newComment(scope));
  const { at, isOn, begin, toggle, end, giveBack } = useMoment(moment);
  const isBegunAnew = useRef(false);
  const submit = (content: string, restore: () => void, mentions: Comment["mentions"]) => {
    const words = { content, mentions, at_seconds: isOn ? at : null };
    const comment = unsent(words, { scope, user, isOwner, answers });
    const onFailed = () => {
      restore();
      giveBack();
    };
    isBegunAnew.current = false;
    add.mutate({ comment, onFailed }, { onSuccess: () => isBegunAnew.current || onDone?.() });
    end();
  };
  return (
    <CommentEditor
      label={answers ? `Reply to ${answers.username}` : "Add a comment"}
      placeholder={answers ? `Reply to ${answers.username}` : "Add a comment"}
      action={answers ? "Reply" : "Comment"}
      autoFocus={isNew || answers !== undefined}
      mentionsIn={scope}
      onBegin={() => {
        isBegunAnew.current = true;
        if (!answers) begin();
      }}
      onSubmit={submit}
      onCancel={onDone}
    >
      {at !== null && <MomentChip at={at} isOn={isOn} onPress={toggle} />}
    </CommentEditor>
  );
}

/** The moment is taken with the first letter, and offered unless it is the very start. */
function useMoment(moment: () => number) {
  const [begun, setBegun] = useState<{ at: number | null; isOn: boolean }>();
  const { at, isOn } = begun ?? { at: null, isOn: true };
  return {
    at,
    isOn,
    begin: () => setBegun({ at: momentOf(moment()), isOn }),
    toggle: () => setBegun({ at, isOn: !isOn }),
    end: () => setBegun(undefined),
    /** Words that come back unsent are still about their moment, unless something new was begun. */
    giveBack: () => setBegun((now) => now ?? begun),
  };
}

function unsent(
  words: Pick<Comment, "content" | "mentions" | "at_seconds">,
  { scope, user, isOwner, answers }: Omit<Props, "moment">,
): Comment {
  return {
    ...words,
    id: pendingId(),
    recording_id: scope.recordingId,
    // A reply to a reply joins the thread above it.
    parent_comment_id: answers ? (answers.parent_comment_id ?? answers.id) : null,
    user_id: user.id,
    username: user.username,
    author: {
      kind: user.id === null ? "guest" : "account",
      name: user.username,
      guest_id: null,
    },
    author_banned: false,
    profile_picture: user.profile_picture,
    by_owner: isOwner,
    can_edit: true,
    can_delete: true,
    done: false,
    reactions: [],
    created_at: new Date().toISOString(),
    edited_at: null,
  };
}

/** Somebody who takes part: an account, or a guest, who has no id. */
export interface Writer {
  id: string | null;
  username: string;
  profile_picture: string | null;
}

interface MomentChipProps {
  at: number;
  /** Whether the comment that is being written is about this moment; for a comment that is there, a press shows it. */
  isOn?: boolean;
  onPress: () => void;
}

export function MomentChip({ at, isOn, onPress }: MomentChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      className={cx(
        "inline-flex h-7 w-fit items-center gap-1.5 rounded-full px-2.5 font-medium text-12 tabular-nums transition [&_svg]:size-3.5",
        isOn === undefined
          ? "bg-info-tint text-info hover:brightness-95"
          : "text-ink-2 inset-ring inset-ring-edge hover:bg-wash aria-pressed:bg-info-tint aria-pressed:text-info aria-pressed:inset-ring-transparent",
      )}
      onClick={onPress}
    >
      <Clock aria-hidden="true" />
      at {formatDuration(at)}
    </button>
  );
}
