import { createFileRoute } from "@tanstack/react-router";
import { TrashPage } from "#web/features/recordings/trash/trash-page.tsx";
import { pageNumber } from "#web/lib/search.ts";

export const Route = createFileRoute("/_signed-in/trash")({
  validateSearch: (search): { page?: number | undefined } => ({ page: pageNumber(search.page) }),
  head: () => ({ meta: [{ title: "Trash · Kinora" }] }),
  component: Trash,
});

function Trash() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  const turn = (to: number, replace = false) =>
    void navigate({ search: { page: pageNumber(to) }, replace });
  return <TrashPage page={page} onPage={turn} />;
}
