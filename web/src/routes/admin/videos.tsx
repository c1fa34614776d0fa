import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { StorageFilter } from "#contract/admin-videos.ts";
import { configQuery } from "#web/data/config.ts";
import { VideosPage } from "#web/features/admin/videos/videos-page.tsx";
import { useDownload } from "#web/features/recordings/download.ts";
import { pageNumber, text } from "#web/lib/search.ts";
import { PageError } from "#web/ui/page/page-notice.tsx";

// The address is read in the first load, which leaves the contract out: what it means is the page's question.
const filter = (storage: string | undefined) => StorageFilter.catch("all").parse(storage);

const shownBy = (search: Record<string, unknown>) => ({
  page: pageNumber(search.page),
  search: text(search.search),
  storage: text(search.storage),
  owner: text(search.owner),
});

export const Route = createFileRoute("/admin/videos")({
  head: () => ({ meta: [{ title: "Video Management · Kinora" }] }),
  validateSearch: (search): Partial<ReturnType<typeof shownBy>> => shownBy(search),
  component: Videos,
  errorComponent: (props) => <PageError {...props} title="Failed to load videos" />,
});

function Videos() {
  const { page = 1, search = "", storage, owner } = Route.useSearch();
  const navigate = Route.useNavigate();
  const download = useDownload();
  const { data: config } = useSuspenseQuery(configQuery);
  return (
    <VideosPage
      shown={{ page, search, storage: filter(storage), owner }}
      config={config}
      onDownload={(id) => void download(id)}
      onChange={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
