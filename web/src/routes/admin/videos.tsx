import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { StorageType } from "#contract/recordings.ts";
import { configQuery } from "#web/data/config.ts";
import { VideosPage } from "#web/features/admin/videos-page.tsx";
import { oneOf, pageNumber, text } from "#web/lib/search.ts";
import { PageError } from "#web/ui/page-error.tsx";

const storages = ["all", ...StorageType.options] as const;

interface Shown {
  page?: number | undefined;
  search?: string | undefined;
  storage?: (typeof storages)[number] | undefined;
}

export const Route = createFileRoute("/admin/videos")({
  head: () => ({ meta: [{ title: "Video Management · Kinora" }] }),
  validateSearch: (search): Shown => ({
    page: pageNumber(search.page),
    search: text(search.search),
    storage: oneOf(storages, search.storage),
  }),
  component: Videos,
  errorComponent: (props) => <PageError {...props} title="Failed to load videos" />,
});

function Videos() {
  const { page = 1, search = "", storage = "all" } = Route.useSearch();
  const navigate = Route.useNavigate();
  const { data: config } = useSuspenseQuery(configQuery);
  return (
    <VideosPage
      shown={{ page, search, storage }}
      cloudName={config.cloud_name}
      onChange={(next) => void navigate({ search: next, replace: true })}
    />
  );
}
