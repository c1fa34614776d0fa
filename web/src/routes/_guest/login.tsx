import { createFileRoute } from "@tanstack/react-router";
import { LoginPage } from "#web/features/auth/login-page.tsx";

export const Route = createFileRoute("/_guest/login")({
  head: () => ({ meta: [{ title: "Sign in · Kinora" }] }),
  component: Login,
});

function Login() {
  return <LoginPage redirect={Route.useSearch().redirect} />;
}
