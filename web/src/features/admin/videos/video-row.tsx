import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, Ellipsis, Eye, Film, Trash2 } from "lucide-react";
import type { AdminVideo } from "#contract/admin-videos.ts";
import { thumbnailQuery } from "#web/data/recordings.ts";
import { useObjectUrl } from "#web/lib/browser/use-object-url.ts";
import { formatDate, formatDuration, formatSize } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { IconButton } from "#web/ui/controls/icon-button.tsx";
import { Menu, MenuItem } from "#web/ui/layers/menu.tsx";
import { Td, Tr } from "#web/ui/table.tsx";
import { useDeleteVideo } from "./delete-videos.ts";

interface Props {
  video: AdminVideo;
  storage: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onDownload: (id: string) => void;
}

export function VideoRow({ video, storage, isSelected, onSelect, onDownload }: Props) {
  const { id, filename, user } = video;
  return (
    <Tr className="@max-4xl:relative">
      <Td className="@4xl:w-px @4xl:pr-0">
        <Checkbox label={`Select ${filename}`} checked={isSelected} onChange={onSelect} />
      </Td>
      <Td className="@4xl:max-w-80 @4xl:py-2">
        <span className="flex min-w-0 items-center gap-3">
          <VideoPicture video={video} />
          <Link
            to="/admin/videos/$id"
            params={{ id }}
            className="min-w-0 truncate font-medium hover:underline"
          >
            {filename}
          </Link>
          {video.has_subtitles && <Badge>CC</Badge>}
        </span>
      </Td>
      <Td label="Owner" className="@4xl:max-w-56">
        <Link
          to="/admin/users/$id"
          params={{ id: user.id }}
          className="grid min-w-0 hover:underline @max-4xl:text-right"
        >
          <span className="truncate">{user.username}</span>
          <span className="truncate text-12 text-ink-3">{user.email}</span>
        </Link>
      </Td>
      <Td label="Size" className="whitespace-nowrap">
        {formatSize(video.size_mb * 1024 ** 2)}
      </Td>
      <Td label="Duration">{formatDuration(video.duration_seconds)}</Td>
      <Td label="Storage">
        <Badge>{storage}</Badge>
      </Td>
      <Td label="Uploaded" className="whitespace-nowrap text-ink-2">
        {formatDate(video.created_at)}
      </Td>
      <Td className="text-right @max-4xl:absolute @max-4xl:top-2.5 @max-4xl:right-3">
        <Actions video={video} onDownload={onDownload} />
      </Td>
    </Tr>
  );
}

function Actions({ video: { id, filename }, onDownload }: Pick<Props, "video" | "onDownload">) {
  const { remove, isDeleting } = useDeleteVideo(id);
  return (
    <Menu
      trigger={
        <IconButton label={`Actions for ${filename}`} size="sm" disabled={isDeleting}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Eye />} render={<Link to="/admin/videos/$id" params={{ id }} />}>
        View
      </MenuItem>
      <MenuItem icon={<Download />} onClick={() => onDownload(id)}>
        Download
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onClick={remove}>
        Delete
      </MenuItem>
    </Menu>
  );
}

export function VideoPicture({ video }: { video: AdminVideo }) {
  const { id, thumbnail_url } = video;
  const { data } = useQuery({
    ...thumbnailQuery(id, thumbnail_url ?? ""),
    enabled: thumbnail_url !== null,
  });
  const url = useObjectUrl(data);
  return (
    <span className="relative grid aspect-video w-20 shrink-0 place-items-center overflow-hidden rounded-8 bg-wash text-ink-3">
      {url ? (
        // A wide picture lies in the middle of a square: its bars stay out of sight.
        <img src={url} alt="" className="absolute inset-0 size-full object-cover" />
      ) : (
        <Film aria-hidden="true" className="size-4" />
      )}
    </span>
  );
}
