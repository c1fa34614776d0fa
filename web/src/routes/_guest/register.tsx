import { createFileRoute } from "@tanstack/react-router";
import { RegisterPage } from "#web/features/auth/register-page.tsx";

export const Route = createFileRoute("/_guest/register")({
  head: () => ({ meta: [{ title: "Create account · Kinora" }] }),
  component: Register,
});

function Register() {
  return <RegisterPage redirect={Route.useSearch().redirect} />;
}
