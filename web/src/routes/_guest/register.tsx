import { createFileRoute } from "@tanstack/react-router";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { RegisterPage } from "#web/features/auth/register-page.tsx";
import { text } from "#web/lib/search.ts";

export const Route = createFileRoute("/_guest/register")({
  head: () => ({ meta: [{ title: "Create account · Kinora" }] }),
  // Known before the page is drawn, so that nothing moves; what cannot be known keeps nobody out.
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(googleClientIdQuery).catch(() => null),
  validateSearch: (search): { invitation?: string | undefined } => ({
    invitation: text(search.invitation),
  }),
  component: Register,
});

function Register() {
  const { redirect, invitation } = Route.useSearch();
  return <RegisterPage redirect={redirect} invitation={invitation} />;
}
