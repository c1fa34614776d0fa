import { createFileRoute, redirect } from "@tanstack/react-router";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { signUpQuery } from "#web/data/sign-up.ts";
import { LoginPage } from "#web/features/auth/login-page.tsx";

export const Route = createFileRoute("/_guest/login")({
  head: () => ({ meta: [{ title: "Sign in · Kinora" }] }),
  // Known before the page is drawn, so that nothing moves; what cannot be known keeps nobody out.
  loader: async ({ context: { queryClient }, location }) => {
    const google = queryClient.ensureQueryData(googleClientIdQuery).catch(() => null);
    const offer = await queryClient.fetchQuery(signUpQuery(undefined)).catch(() => null);
    // Nobody can sign in to a server without accounts.
    if (offer?.first) throw redirect({ to: "/register", search: location.search });
    await google;
  },
  component: Login,
});

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} />;
}
