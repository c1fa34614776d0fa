import { useMutation } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import type { Comment } from "#contract/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { guestBan } from "#web/data/guests.ts";
import { MenuItem } from "#web/ui/layers/menu.tsx";

interface Props {
  scope: Scope;
  comment: Comment;
}

/** For the owner, who alone is told by which key a guest is banned. */
export default function BanItem({ scope, comment: { author, author_banned } }: Props) {
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
