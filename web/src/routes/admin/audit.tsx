import { createFileRoute } from "@tanstack/react-router";
import { AuditLogPage } from "#web/features/admin/audit/audit-page.tsx";
import { oneOf, pageNumber, text } from "#web/lib/search.ts";
import { PageError } from "#web/ui/page/page-notice.tsx";

const shownBy = (search: Record<string, unknown>) => ({
  page: pageNumber(search.page),
  search: text(search.search),
  kind: oneOf(["admin", "security"], search.kind),
  act: text(search.act),
});

export const Route = createFileRoute("/admin/audit")({
  head: () => ({ meta: [{ title: "Audit Log · Kinora" }] }),
  validateSearch: (search): Partial<ReturnType<typeof shownBy>> => shownBy(search),
  component: Audit,
  errorComponent: (props) => <PageError {...props} title="Failed to load the audit log" />,
});

function Audit() {
  const { page = 1, search = "", ...filters } = Route.useSearch();
  const navigate = Route.useNavigate();
  return (
    <AuditLogPage
      shown={{ page, search, ...filters }}
      onChange={(next) => void navigate({ search: shownBy({ ...next }), replace: true })}
    />
  );
}
