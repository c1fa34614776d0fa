import { memo, useState } from "react";
import type { Comment } from "#contract/discussion.ts";
import { isPending } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import type { Thread as ThreadOfComments } from "#web/data/discussion-pages.ts";
import { CommentItem } from "./comment-item.tsx";
import type { Writer } from "./composer.tsx";
import { Composer } from "./composer.tsx";

export interface ThreadContext {
  scope: Scope;
  /** Undefined for somebody who only reads. */
  user: Writer | undefined;
  isOwner: boolean;
  /** Marks all threads done, and not only their own: the owner, and editors. */
  canMark: boolean;
  /** The second at which the video stands. */
  moment: () => number;
  onJump: (seconds: number) => void;
}

interface Props {
  thread: ThreadOfComments;
  place: ThreadContext;
}

/** Rendered again only when something in it has changed: a long discussion has hundreds of them. */
export const Thread = memo(function Thread({ thread, place }: Props) {
  const { scope, user, isOwner, canMark, moment, onJump } = place;
  const [answers, setAnswers] = useState<Comment>();
  const item = (comment: Comment) => (
    <CommentItem
      key={comment.id}
      scope={scope}
      comment={comment}
      canTakePart={user !== undefined}
      canMark={user !== undefined && (canMark || comment.can_edit)}
      onJump={onJump}
      onReply={() => setAnswers(comment)}
    />
  );
  const { comment, replies } = thread;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-3 py-4 [contain-intrinsic-size:auto_140px] [content-visibility:auto] [overflow-clip-margin:8px]">
      {item(comment)}
      {(replies.length > 0 || answers) && (
        <div className="ml-4 grid grid-cols-[minmax(0,1fr)] gap-3 border-line border-l pl-4">
          {replies.map(item)}
          {answers && user && !isPending(comment) && (
            <Composer
              key={answers.id}
              scope={scope}
              user={user}
              isOwner={isOwner}
              moment={moment}
              answers={answers}
              onDone={() => setAnswers(undefined)}
            />
          )}
        </div>
      )}
    </li>
  );
}, isSame);

function isSame(before: Props, after: Props) {
  if (before.place !== after.place) return false;
  const [old, now] = [before.thread, after.thread];
  return (
    old.comment === now.comment &&
    old.replies.length === now.replies.length &&
    old.replies.every((reply, index) => reply === now.replies[index])
  );
}
