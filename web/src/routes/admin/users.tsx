import { createFileRoute } from "@tanstack/react-router";
import { UsersPage } from "#web/features/admin/users/users-page.tsx";
import { oneOf, pageNumber, text } from "#web/lib/search.ts";
import { PageError } from "#web/ui/page/page-notice.tsx";

const sorts = ["username", "email", "role", "auth", "status", "plan", "joined"] as const;

const shownBy = (search: Record<string, unknown>) => ({
  page: pageNumber(search.page),
  search: text(search.search),
  role: oneOf(["user", "admin", "super_admin"], search.role),
  status: oneOf(["active", "suspended"], search.status),
  auth: oneOf(["password", "google"], search.auth),
  plan: text(search.plan),
  sort: oneOf(sorts, search.sort),
  order: oneOf(["asc", "desc"], search.order),
});

export const Route = createFileRoute("/admin/users")({
  head: () => ({ meta: [{ title: "User Management · Kinora" }] }),
  validateSearch: (search): Partial<ReturnType<typeof shownBy>> => shownBy(search),
  component: Users,
  errorComponent: (props) => <PageError {...props} title="Failed to load users" />,
});

function Users() {
  const { page = 1, search = "", sort = "joined", order = "desc", ...filters } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <UsersPage
      shown={{ page, search, sort, order, ...filters }}
      onChange={(next) => void navigate({ search: shownBy({ ...next }), replace: true })}
    />
  );
}
