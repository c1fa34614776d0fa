import { useMutation } from "@tanstack/react-query";
import { Ban, CircleCheck, Copy, Download, ListFilter, RotateCcw } from "lucide-react";
import type { Comment } from "#contract/discussion.ts";
import { commentDownload, discussionAsText, threadMark } from "#web/data/comment-work.ts";
import type { Shown } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { guestBan } from "#web/data/guests.ts";
import { errorText } from "#web/lib/api-error.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { MenuItem, MenuSeparator, MoreMenu } from "#web/ui/layers/menu.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";

interface MenuProps {
  scope: Scope;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

export function DiscussionMenu({ scope, shown, onShow }: MenuProps) {
  const { mutate: download } = useMutation(commentDownload(scope));
  const { copy } = useCopy();
  const copyAll = () =>
    copy(discussionAsText(scope)).then(
      () => toast.success("Comments copied"),
      (error: unknown) => toast.error(errorText(error, "Failed to copy comments")),
    );
  return (
    <MoreMenu label="More about all comments">
      <MenuItem
        icon={<ListFilter />}
        text={shown === "all" ? "Show open threads only" : "Show all threads"}
        onClick={() => onShow(shown === "all" ? "open" : "all")}
      />
      <MenuSeparator />
      <MenuItem icon={<Copy />} text="Copy all" onClick={() => void copyAll()} />
      <MenuItem icon={<Download />} text="Download as CSV" onClick={() => download("csv")} />
      <MenuItem icon={<Download />} text="Download as Markdown" onClick={() => download("md")} />
    </MoreMenu>
  );
}

interface CommentProps {
  scope: Scope;
  comment: Comment;
}

export function DoneButton({ scope, comment }: CommentProps) {
  const { mutate } = useMutation(threadMark(scope));
  const { id, done } = comment;
  return (
    <TipButton
      label={done ? "Open this thread again" : "Mark this thread done"}
      icon={done ? <RotateCcw /> : <CircleCheck />}
      size="sm"
      onClick={() => mutate({ id, done: !done })}
    />
  );
}

/** For the owner, who alone is told by which key a guest is banned. */
export function BanItem({ scope, comment: { author, author_banned } }: CommentProps) {
  const { mutate } = useMutation(guestBan(scope));
  const { guest_id: guestId } = author;
  if (guestId === null) return null;
  return (
    <MenuItem
      icon={<Ban />}
      text={author_banned ? "Let this guest comment again" : "Ban this guest"}
      onClick={() => mutate({ guestId, isBanned: !author_banned })}
    />
  );
}
