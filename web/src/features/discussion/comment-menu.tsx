import { useMutation } from "@tanstack/react-query";
import { Ban, Copy, Ellipsis, Link, Pencil, Trash2 } from "lucide-react";
import type { Comment } from "#contract/discussion.ts";
import { commentDeletion } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { guestBan } from "#web/data/guests.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/layers/menu.tsx";
import { commentLink } from "./use-linked-comment.ts";

interface Props {
  scope: Scope;
  comment: Comment;
  onEdit: () => void;
}

/** On every comment; what one may not do is not in it. */
export function CommentMenu({ scope, comment, onEdit }: Props) {
  const { mutate } = useMutation(commentDeletion(scope));
  const { copy } = useCopy();
  const remove = async () => {
    const isThread = comment.parent_comment_id === null;
    const isSure = await confirm({
      title: "Are you sure you want to delete this comment?",
      description: isThread
        ? "Its replies go with it. This cannot be undone."
        : "This cannot be undone.",
      danger: true,
    });
    if (isSure) mutate({ id: comment.id });
  };
  return (
    <Menu
      trigger={
        <IconButton label={`More about the comment by ${comment.username}`} size="sm">
          <Ellipsis />
        </IconButton>
      }
    >
      {comment.can_edit && (
        <MenuItem icon={<Pencil />} onClick={onEdit}>
          Edit
        </MenuItem>
      )}
      <MenuItem icon={<Copy />} onClick={() => void copy(comment.content)}>
        Copy text
      </MenuItem>
      <MenuItem icon={<Link />} onClick={() => void copy(commentLink(comment))}>
        Copy link to comment
      </MenuItem>
      {comment.can_delete && (
        <>
          <MenuSeparator />
          <BanItem scope={scope} comment={comment} />
          <MenuItem icon={<Trash2 />} danger onClick={() => void remove()}>
            Delete
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

/** For the owner, who alone is told by which key a guest is banned. */
function BanItem({ scope, comment: { author, author_banned } }: Omit<Props, "onEdit">) {
  const { mutate } = useMutation(guestBan(scope));
  const { guest_id: guestId } = author;
  if (guestId === null) return null;
  return (
    <MenuItem icon={<Ban />} onClick={() => mutate({ guestId, isBanned: !author_banned })}>
      {author_banned ? "Let this guest comment again" : "Ban this guest"}
    </MenuItem>
  );
}
