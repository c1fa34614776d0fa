import { createFileRoute } from "@tanstack/react-router";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { LoginPage } from "#web/features/auth/login-page.tsx";

export const Route = createFileRoute("/_guest/login")({
  head: () => ({ meta: [{ title: "Sign in · Kinora" }] }),
  // Known before the page is drawn, so that nothing moves; what cannot be known keeps nobody out.
  loader: ({ context }) =>
    context.queryClient.ensureQueryData(googleClientIdQuery).catch(() => null),
  component: Login,
});

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} />;
}
