import { createFileRoute, redirect } from "@tanstack/react-router";
import { offerTo } from "#web/data/sign-up.ts";
import { LoginPage } from "#web/features/auth/login-page.tsx";

export const Route = createFileRoute("/_guest/login")({
  head: () => ({ meta: [{ title: "Sign in · Kinora" }] }),
  loader: async ({ context: { queryClient }, location }) => {
    const offer = await offerTo(queryClient, undefined);
    // Nobody can sign in to a server without accounts.
    if (offer?.first) throw redirect({ to: "/register", search: location.search });
  },
  component: Login,
});

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} />;
}
