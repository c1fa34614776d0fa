import { useMutation } from "@tanstack/react-query";
import { Copy, Download, Ellipsis, ListFilter } from "lucide-react";
import { commentDownload, discussionAsText } from "#web/data/comment-work.ts";
import type { Shown } from "#web/data/discussion.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { errorText } from "#web/lib/api-error.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Menu, MenuItem, MenuSeparator } from "#web/ui/layers/menu.tsx";
import { toast } from "#web/ui/layers/toast.ts";

interface Props {
  scope: Scope;
  shown: Shown;
  onShow: (shown: Shown) => void;
}

export default function DiscussionMenu({ scope, shown, onShow }: Props) {
  const { mutate: download } = useMutation(commentDownload(scope));
  const { copy } = useCopy();
  const copyAll = () =>
    copy(discussionAsText(scope)).then(
      () => toast.success("Comments copied"),
      (error: unknown) => toast.error(errorText(error, "Failed to copy comments")),
    );
  return (
    <Menu
      trigger={
        <IconButton label="More about all comments" size="sm">
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem
        icon={<ListFilter />}
        text={shown === "all" ? "Show open threads only" : "Show all threads"}
        onClick={() => onShow(shown === "all" ? "open" : "all")}
      />
      <MenuSeparator />
      <MenuItem icon={<Copy />} text="Copy all" onClick={() => void copyAll()} />
      <MenuItem icon={<Download />} text="Download as CSV" onClick={() => download("csv")} />
      <MenuItem icon={<Download />} text="Download as Markdown" onClick={() => download("md")} />
    </Menu>
  );
}
