import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AdminVideo, StorageFilter } from "#contract/admin-videos.ts";
import type { Config } from "#contract/config.ts";
import { StorageType } from "#contract/recordings.ts";
import { videosQuery } from "#web/data/admin-videos.ts";
import { storageName } from "#web/data/moves.ts";
import { formatDate, formatDuration, formatSize } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Table, Td, Th, Tr } from "#web/ui/table.tsx";

interface VideosSearch {
  page: number;
  search: string;
  storage: StorageFilter;
}

interface Props {
  shown: VideosSearch;
  config: Config;
  onChange: (next: VideosSearch) => void;
}

const columns = ["Filename", "Owner", "Size", "Duration", "Storage", "Uploaded"];

export function VideosPage({ shown, config, onChange }: Props) {
  const { data } = useSuspenseQuery(videosQuery(shown));
  const storages = StorageType.options.map((value) => ({
    value,
    label: storageName(value, config),
  }));
  return (
    <Page>
      <PageHead
        title="Video Management"
        help="Every recording on this server."
        actions={<Filters shown={shown} storages={storages} onChange={onChange} />}
      />
      {data.videos.length === 0 ? (
        <EmptyState
          title="No videos found"
          help={
            shown.search || shown.storage !== "all"
              ? "Search for a part of a file name or of a user's name, or look in all storage."
              : "What people record and import appears here."
          }
        />
      ) : (
        <Table>
          <thead>
            <tr>
              {columns.map((name) => (
                <Th key={name}>{name}</Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.videos.map((video) => (
              <VideoRow
                key={video.id}
                video={video}
                storage={storageName(video.storage_type, config)}
              />
            ))}
          </tbody>
        </Table>
      )}
      <Pagination
        page={shown.page}
        pages={data.total_pages}
        onPage={(page) => onChange({ ...shown, page })}
      />
    </Page>
  );
}

interface FilterProps extends Omit<Props, "config"> {
  storages: { value: StorageType; label: string }[];
}

function Filters({ shown, storages, onChange }: FilterProps) {
  return (
    <>
      <SearchField
        label="Search filename or username"
        className="w-64"
        defaultValue={shown.search}
        onChange={(search) => onChange({ ...shown, page: 1, search })}
      />
      <Select
        label="Storage"
        labelHidden
        className="w-44"
        value={shown.storage}
        options={[{ value: "all", label: "All storage" }, ...storages]}
        onChange={(storage) => onChange({ ...shown, page: 1, storage })}
      />
    </>
  );
}

function VideoRow({ video, storage }: { video: AdminVideo; storage: string }) {
  return (
    <Tr>
      <Td className="max-w-80">
        <Link
          to="/video/$id"
          params={{ id: video.id }}
          className="flex items-center gap-2 font-medium hover:underline"
        >
          <span className="truncate">{video.filename}</span>
          {video.has_subtitles && <Badge>CC</Badge>}
        </Link>
      </Td>
      <Td>
        <span className="block">{video.user.username}</span>
        <span className="block text-12 text-ink-3">{video.user.email}</span>
      </Td>
      <Td className="whitespace-nowrap">{formatSize(video.size_mb * 1024 ** 2)}</Td>
      <Td>{formatDuration(video.duration_seconds)}</Td>
      <Td>
        <Badge>{storage}</Badge>
      </Td>
      <Td className="whitespace-nowrap text-ink-2">{formatDate(video.created_at)}</Td>
    </Tr>
  );
}
