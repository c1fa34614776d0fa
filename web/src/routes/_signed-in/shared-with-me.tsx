import { createFileRoute } from "@tanstack/react-router";
import { SharedWithMePage } from "#web/features/shared-with-me/shared-with-me-page.tsx";
import { pageNumber } from "#web/lib/search.ts";

export const Route = createFileRoute("/_signed-in/shared-with-me")({
  validateSearch: (search): { page?: number | undefined } => ({ page: pageNumber(search.page) }),
  head: () => ({ meta: [{ title: "Shared with me · Kinora" }] }),
  component: Shared,
});

function Shared() {
  const { page = 1 } = Route.useSearch();
  const navigate = Route.useNavigate();
  const turn = (to: number, replace = false) =>
    void navigate({ search: { page: pageNumber(to) }, replace });
  return <SharedWithMePage page={page} onPage={turn} />;
}
