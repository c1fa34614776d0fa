import { useMutation } from "@tanstack/react-query";
import { Copy, Link, Pencil, Trash2 } from "lucide-react";
import { lazy, Suspense } from "react";
import type { Comment } from "#contract/discussion.ts";
import { commentDeletion } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { askBefore } from "#web/ui/layers/confirm.tsx";
import { MenuItem, MenuSeparator, MoreMenu } from "#web/ui/layers/menu.tsx";
import { sayNotCopied } from "#web/ui/layers/toast.ts";
import { commentLink } from "./use-linked-comment.ts";

const BanItem = lazy(async () => ({ default: (await import("./tools.tsx")).BanItem }));

interface Props {
  scope: Scope;
  comment: Comment;
  onEdit: () => void;
}

/** On every comment; what one may not do is not in it. */
export function CommentMenu({ scope, comment, onEdit }: Props) {
  const { mutate } = useMutation(commentDeletion(scope));
  const { copy } = useCopy(sayNotCopied);
  const isThread = comment.parent_comment_id === null;
  const remove = askBefore(() => mutate({ id: comment.id }), {
    title: "Are you sure you want to delete this comment?",
    description: `${isThread ? "Its replies go with it. " : ""}This cannot be undone.`,
    danger: true,
  });
  return (
    <MoreMenu label={`More about the comment by ${comment.username}`}>
      {comment.can_edit && <MenuItem icon={<Pencil />} text="Edit" onClick={onEdit} />}
      <MenuItem icon={<Copy />} text="Copy text" onClick={() => void copy(comment.content)} />
      <MenuItem
        icon={<Link />}
        text="Copy link to comment"
        onClick={() => void copy(commentLink(comment))}
      />
      {comment.can_delete && (
        <>
          <MenuSeparator />
          {comment.author.guest_id !== null && (
            <Suspense>
              <BanItem scope={scope} comment={comment} />
            </Suspense>
          )}
          <MenuItem icon={<Trash2 />} text="Delete" danger onClick={remove} />
        </>
      )}
    </MoreMenu>
  );
}
