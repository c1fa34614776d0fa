import { createFileRoute } from "@tanstack/react-router";
import { PersonPage } from "#web/features/admin/users/person-page.tsx";
import { PageError } from "#web/ui/page/page-notice.tsx";

export const Route = createFileRoute("/admin/users_/$id")({
  head: () => ({ meta: [{ title: "User · Kinora" }] }),
  component: PersonById,
  errorComponent: (props) => <PageError {...props} title="Failed to load this account" />,
});

function PersonById() {
  const navigate = Route.useNavigate();
  const { id } = Route.useParams();
  return (
    <PersonPage key={id} id={id} onDeleted={() => navigate({ to: "/admin/users", search: {} })} />
  );
}
