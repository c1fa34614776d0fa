import { createFileRoute } from "@tanstack/react-router";
import { UsersPage } from "#web/features/admin/users-page.tsx";
import { pageNumber, text } from "#web/lib/search.ts";
import { PageError } from "#web/ui/page-error.tsx";

export const Route = createFileRoute("/admin/users")({
  head: () => ({ meta: [{ title: "User Management · Kinora" }] }),
  validateSearch: (search): { page?: number | undefined; search?: string | undefined } => ({
    page: pageNumber(search.page),
    search: text(search.search),
  }),
  component: Users,
  errorComponent: (props) => <PageError {...props} title="Failed to load users" />,
});

function Users() {
  const { page = 1, search = "" } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      page={page}
      search={search}
      onChange={(next) =>
        void navigate({
          search: { page: pageNumber(next.page), search: text(next.search) },
          replace: true,
        })
      }
    />
  );
}
