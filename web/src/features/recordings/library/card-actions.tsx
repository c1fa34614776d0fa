import { Check, Download, Ellipsis, FolderInput, Link2, Share2, Trash2 } from "lucide-react";
import type { Recording } from "#contract/recordings.ts";
import { useQuickLink } from "#web/data/quick-link.ts";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/layers/menu.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { TipButton } from "#web/ui/layers/tooltip.tsx";

export interface MenuActions {
  onShare: (recording: Recording) => void;
  onDownload: (recording: Recording) => void;
  onMove: (recording: Recording) => void;
  onDelete: (recording: Recording) => void;
}

export function CopyLink({ recording: { id, filename } }: { recording: Recording }) {
  const { isCopied, isPending, copyLink } = useQuickLink(id, () =>
    toast.success("Link copied. Anyone with it can watch."),
  );
  return (
    <TipButton
      tip="Copy link"
      size="sm"
      label={`Copy link to ${filename}`}
      aria-busy={isPending || undefined}
      onClick={copyLink}
    >
      {isCopied ? <Check className="text-ok" /> : <Link2 />}
    </TipButton>
  );
}

export function CardMenu(props: MenuActions & { recording: Recording }) {
  const { recording, onShare, onDownload, onMove, onDelete } = props;
  const trigger = (
    <IconButton size="sm" label={`More for ${recording.filename}`}>
      <Ellipsis />
    </IconButton>
  );
  return (
    <Menu trigger={trigger}>
      <MenuItem icon={<Share2 />} onClick={() => onShare(recording)}>
        Share
      </MenuItem>
      <MenuItem icon={<Download />} onClick={() => onDownload(recording)}>
        Download
      </MenuItem>
      <MenuItem icon={<FolderInput />} onClick={() => onMove(recording)}>
        Move to folder
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onClick={() => onDelete(recording)}>
        Delete
      </MenuItem>
    </Menu>
  );
}
