import { createFileRoute } from "@tanstack/react-router";
import { googleClientIdQuery } from "#web/data/config-answer.ts";
import { signUpQuery } from "#web/data/sign-up.ts";
import { RegisterPage } from "#web/features/auth/register-page.tsx";
import { text } from "#web/lib/search.ts";

export const Route = createFileRoute("/_guest/register")({
  head: () => ({ meta: [{ title: "Create account · Kinora" }] }),
  validateSearch: (search): { invitation?: string | undefined } => ({
    invitation: text(search.invitation),
  }),
  loaderDeps: ({ search: { invitation } }) => ({ invitation }),
  // Known before the page is drawn, so that nothing moves; what cannot be known keeps nobody out.
  loader: async ({ context: { queryClient }, deps: { invitation } }) => {
    const google = queryClient.ensureQueryData(googleClientIdQuery).catch(() => null);
    const offer = await queryClient.fetchQuery(signUpQuery(invitation)).catch(() => null);
    await google;
    return offer;
  },
  component: Register,
});

function Register() {
  const { redirect, invitation } = Route.useSearch();
  return <RegisterPage redirect={redirect} invitation={invitation} offer={Route.useLoaderData()} />;
}
