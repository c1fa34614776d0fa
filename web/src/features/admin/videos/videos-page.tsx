import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Download, Eye, Film, Trash2 } from "lucide-react";
import { useDeferredValue } from "react";
import type { AdminVideo } from "#contract/admin-videos.ts";
import type { Config } from "#contract/config.ts";
import { StorageType } from "#contract/recordings.ts";
import { type VideosShown, videosQuery } from "#web/data/admin-videos.ts";
import { storageName } from "#web/data/moves.ts";
import { thumbnailQuery } from "#web/data/recordings.ts";
import { MoreFound } from "#web/features/admin/more-found.tsx";
import { useObjectUrl } from "#web/lib/browser/use-object-url.ts";
import { formatDate, formatDuration, formatSize } from "#web/lib/format.ts";
import { useSelection } from "#web/lib/use-selection.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Checkbox } from "#web/ui/controls/checkbox.tsx";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { MenuItem, MoreMenu } from "#web/ui/layers/menu.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Pagination, useNoPageBeyond } from "#web/ui/pagination.tsx";
import { Table, Td, Th, Tr } from "#web/ui/table.tsx";
import { useDeleteVideo, useDeleteVideos } from "./delete-videos.ts";

interface Props {
  shown: VideosShown;
  config: Config;
  onChange: (next: VideosShown) => void;
  onDownload: (id: string) => void;
}

export function VideosPage({ shown, config, onChange, onDownload }: Props) {
  // The list stays until the next one has come: a page that gave way would take the focus from the field.
  const { data } = useSuspenseQuery(videosQuery(useDeferredValue(shown)));
  const storages = StorageType.options.map((value) => ({
    value,
    label: storageName(value, config),
  }));
  const change = (to: Partial<VideosShown>) => onChange({ ...shown, page: 1, ...to });
  useNoPageBeyond(data.page, data.total_pages, (page) => change({ page }));
  const isNarrowed = shown.search !== "" || shown.storage !== "all" || shown.owner !== undefined;
  return (
    <Page>
      <PageHead
        title="Video Management"
        help={
          shown.owner && data.videos[0]
            ? `The recordings and imports of ${data.videos[0].user.username}.`
            : "Every recording on this server."
        }
        actions={
          <>
            <SearchField
              label="Search filename or username"
              className="w-64 max-md:w-full"
              value={shown.search}
              found={data.total}
              onChange={(search) => change({ search })}
            />
            <Select
              label="Storage"
              labelHidden
              className="w-44 max-md:w-full"
              value={shown.storage}
              options={[{ value: "all", label: "All storage" }, ...storages]}
              onChange={(storage) => change({ storage })}
            />
          </>
        }
      />
      {data.videos.length === 0 ? (
        <EmptyState
          title="No recordings found"
          help={
            isNarrowed
              ? "Search for a part of a file name, a person's name or an email address, or look in all storage."
              : "Recordings and imports of all people appear here."
          }
        />
      ) : (
        <Videos videos={data.videos} config={config} onDownload={onDownload} />
      )}
      {data.at_least && <MoreFound total={data.total} />}
      <Pagination page={shown.page} pages={data.total_pages} onPage={(page) => change({ page })} />
    </Page>
  );
}

interface VideosProps extends Pick<Props, "config" | "onDownload"> {
  videos: readonly AdminVideo[];
}

const columns = ["Filename", "Owner", "Size", "Duration", "Storage", "Uploaded"];
/** Heads of columns that say for themselves what they hold. */
const PLAIN = ["Selected", "Actions"];

function Videos({ videos, config, onDownload }: VideosProps) {
  const { ids, select, selectAll } = useSelection(videos);
  const { remove, isDeleting } = useDeleteVideos(() => selectAll(false));
  const isAll = ids.size === videos.length;
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <label className="flex items-center gap-2 pl-4.25 text-14">
          <Checkbox
            label="Select the page"
            checked={isAll}
            partly={ids.size > 0 && !isAll}
            onChange={() => selectAll(!isAll)}
          />
          <span aria-live="polite" className="tabular-nums">
            {ids.size === 0 ? "Select the page" : `${ids.size} selected`}
          </span>
        </label>
        <Button
          size="sm"
          tone="danger"
          icon={<Trash2 />}
          busy={isDeleting}
          onClick={() => void remove([...ids])}
        >
          Delete selected
        </Button>
      </div>
      <Table>
        <thead>
          <tr>
            {["Selected", ...columns, "Actions"].map((name) => (
              <Th key={name}>
                {PLAIN.includes(name) ? <span className="sr-only">{name}</span> : name}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {videos.map((video) => (
            <VideoRow
              key={video.id}
              video={video}
              storage={storageName(video.storage_type, config)}
              isSelected={ids.has(video.id)}
              onSelect={(isOn) => select(video.id, isOn)}
              onDownload={onDownload}
            />
          ))}
        </tbody>
      </Table>
    </>
  );
}

interface VideoRowProps extends Pick<Props, "onDownload"> {
  video: AdminVideo;
  storage: string;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
}

function VideoRow({ video, storage, isSelected, onSelect, onDownload }: VideoRowProps) {
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
          <bdi className="truncate">{user.username}</bdi>
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

function Actions({ video, onDownload }: Pick<VideoRowProps, "video" | "onDownload">) {
  const { id, filename } = video;
  const { remove, isDeleting } = useDeleteVideo(id);
  return (
    <MoreMenu label={`Actions for ${filename}`} disabled={isDeleting}>
      <MenuItem
        icon={<Eye />}
        text="View"
        render={<Link to="/admin/videos/$id" params={{ id }} />}
      />
      <MenuItem icon={<Download />} text="Download" onClick={() => onDownload(id)} />
      <MenuItem icon={<Trash2 />} text="Delete" danger onClick={remove} />
    </MoreMenu>
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
        <Film className="size-4" />
      )}
    </span>
  );
}
