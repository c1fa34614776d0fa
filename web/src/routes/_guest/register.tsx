import { createFileRoute } from "@tanstack/react-router";
import { offerTo } from "#web/data/sign-up.ts";
import { RegisterPage } from "#web/features/auth/register-page.tsx";
import { text } from "#web/lib/search.ts";

export const Route = createFileRoute("/_guest/register")({
  head: () => ({ meta: [{ title: "Create account · Kinora" }] }),
  validateSearch: (search): { invitation?: string | undefined } => ({
    invitation: text(search.invitation),
  }),
  loaderDeps: ({ search: { invitation } }) => ({ invitation }),
  loader: ({ context: { queryClient }, deps: { invitation } }) => offerTo(queryClient, invitation),
  component: Register,
});

function Register() {
  const { redirect, invitation } = Route.useSearch();
  return <RegisterPage redirect={redirect} invitation={invitation} offer={Route.useLoaderData()} />;
}
