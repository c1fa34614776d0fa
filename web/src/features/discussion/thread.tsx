import { useMutation } from "@tanstack/react-query";
import { lazy, memo, Suspense, useState } from "react";
import type { Comment, Emoji } from "#contract/discussion.ts";
import { commentEdit, commentReactionToggle, hasReacted, isPending } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import type { Thread as ThreadOfComments } from "#web/data/discussion-pages.ts";
import { formatAgo, formatDateTime } from "#web/lib/format.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { cx } from "#web/ui/cx.ts";
import { RemovedPart } from "#web/ui/removed-part.tsx";
import { type Piece, piecesOf, withNames } from "./addresses.ts";
import { CommentEditor } from "./comment-editor.tsx";
import { CommentMenu } from "./comment-menu.tsx";
import { KeptComposer, MomentChip, type Writer } from "./composer.tsx";
import { Reactions } from "./reactions.tsx";

const DoneButton = lazy(async () => ({ default: (await import("./tools.tsx")).DoneButton }));

export interface ThreadContext {
  scope: Scope;
  /** Undefined for somebody who only reads. */
  user: Writer | undefined;
  isOwner: boolean;
  /** Marks all threads done, and not only their own: the owner, and editors. */
  canMark: boolean;
  moment: () => number;
  onJump: (seconds: number) => void;
}

interface ThreadProps {
  thread: ThreadOfComments;
  place: ThreadContext;
}

/** Rendered again only when something in it has changed: a long discussion has hundreds of them. */
export const Thread = memo(function Thread({ thread, place }: ThreadProps) {
  const { scope, user, canMark, onJump } = place;
  const [answers, setAnswers] = useState<Comment>();
  const item = (comment: Comment) => (
    <CommentItem
      key={comment.id}
      {...{ scope, comment, onJump }}
      canTakePart={user !== undefined}
      canMark={user !== undefined && (canMark || comment.can_edit)}
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
          {answers && !isPending(comment) && (
            <KeptComposer
              key={answers.id}
              {...place}
              answers={answers}
              onDone={() => {
                backTo(answers);
                setAnswers(undefined);
              }}
            />
          )}
        </div>
      )}
    </li>
  );
});

/** From an editor that closes, unless somebody is elsewhere by now. */
function backTo({ id }: Comment) {
  const comment = document.getElementById(`comment-${id}`);
  if (comment?.closest("li")?.contains(document.activeElement))
    comment.focus({ preventScroll: true });
}

interface Props {
  scope: Scope;
  comment: Comment;
  canTakePart: boolean;
  canMark?: boolean | undefined;
  onJump: (seconds: number) => void;
  onReply: () => void;
}

export function CommentItem(props: Props) {
  const { scope, comment, canTakePart, canMark = false, onJump } = props;
  const [draft, setDraft] = useState<string>();
  const pending = isPending(comment);
  const isReply = comment.parent_comment_id !== null;
  const at = comment.at_seconds;
  return (
    <article
      id={`comment-${comment.id}`}
      tabIndex={-1}
      aria-label={`${isReply ? "Reply" : "Comment"} by ${comment.username}`}
      className={cx(
        "-mx-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 rounded-8 px-2 outline-none focus:bg-wash",
        pending && "opacity-60",
      )}
    >
      <span className={cx("h-fit", isReply && "mt-1")}>
        <Avatar
          username={comment.username}
          picture={comment.profile_picture}
          size={isReply ? "sm" : "md"}
        />
      </span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
        <header className="flex min-h-8 items-center gap-2 text-13">
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <bdi className="max-w-full truncate font-medium text-14">{comment.username}</bdi>
            <Badges comment={comment} />
            <span className="whitespace-nowrap text-12 text-ink-3">
              {pending ? "Sending…" : <When iso={comment.created_at} />}
              {comment.edited_at && " · edited"}
            </span>
          </span>
          {!pending && !isReply && canMark && (
            <Suspense fallback={<span className="size-8" />}>
              <DoneButton {...{ scope, comment }} />
            </Suspense>
          )}
          {!pending && (
            <CommentMenu {...{ scope, comment }} onEdit={() => setDraft(comment.content)} />
          )}
        </header>
        {comment.removed ? (
          <RemovedPart />
        ) : (
          at !== null && <MomentChip at={at} onPress={() => onJump(at)} />
        )}
        {draft !== undefined ? (
          <Edit {...{ scope, comment, draft }} onDone={setDraft} />
        ) : (
          <p dir="auto" className="whitespace-pre-wrap text-14 [overflow-wrap:anywhere]">
            <Content comment={comment} />
          </p>
        )}
        <Foot {...props} canTakePart={canTakePart && !pending} />
      </div>
    </article>
  );
}

function Badges({ comment }: Pick<Props, "comment">) {
  return (
    <>
      {comment.by_owner && <Badge>Author</Badge>}
      {comment.author.kind === "guest" && <Badge>Guest</Badge>}
      {comment.author_banned && <Badge tone="warn">Banned</Badge>}
      {comment.done && <Badge tone="ok">Done</Badge>}
    </>
  );
}

/** We vouch for no address that somebody else wrote. */
function Content({ comment: { content, mentions, author } }: Pick<Props, "comment">) {
  let at = 0;
  // Nothing that a guest writes can be clicked: nobody knows who they are.
  const read = author.kind === "guest" ? [{ text: content }] : piecesOf(content);
  const pieces: Piece[] = read.flatMap((piece: Piece) =>
    piece.href ? piece : withNames(piece.text, mentions),
  );
  return pieces.map(({ text, href, isName }) => {
    const key = at;
    at += text.length;
    if (isName)
      return (
        <span key={key} className="font-medium text-info">
          {text}
        </span>
      );
    if (!href) return text;
    return (
      <a
        key={key}
        href={href}
        target="_blank"
        rel="ugc noopener nofollow"
        className="rounded-[4px] underline underline-offset-2"
      >
        {text}
      </a>
    );
  });
}

interface EditProps extends Pick<Props, "scope" | "comment"> {
  draft: string;
  onDone: (unsent?: string) => void;
}

/** Words that did not arrive are there again, and take the keyboard from nobody who writes elsewhere by now. */
function Edit({ scope, comment, draft, onDone }: EditProps) {
  const { mutate } = useMutation(commentEdit(scope));
  const { id, content: before } = comment;
  const close = () => {
    backTo(comment);
    onDone();
  };
  return (
    <CommentEditor
      label="Edit comment"
      action="Save"
      initial={draft}
      autoFocus={draft === before}
      onCancel={close}
      onSubmit={(content) => {
        if (content !== before) mutate({ id, content, onFailed: () => onDone(content) });
        close();
      }}
    />
  );
}

function Foot({ scope, comment, canTakePart, onReply }: Omit<Props, "onJump">) {
  const { mutate } = useMutation(commentReactionToggle(scope));
  const { id, reactions, username } = comment;
  const toggle = (emoji: Emoji) => mutate({ id, emoji, had: hasReacted(reactions, emoji) });
  if (!canTakePart && reactions.length === 0) return null;
  return (
    <footer className="-ml-1 flex flex-wrap items-center gap-1">
      <Reactions
        label={`React to ${username}`}
        reactions={reactions}
        onToggle={canTakePart ? toggle : undefined}
      />
      {canTakePart && (
        <Button size="sm" tone="quiet" className="!px-2" onClick={onReply}>
          Reply
        </Button>
      )}
    </footer>
  );
}

function When({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {formatAgo(iso)}
    </time>
  );
}
