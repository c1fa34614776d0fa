import { createFileRoute } from "@tanstack/react-router";
import { ForgotPasswordPage } from "#web/features/auth/forgot-password-page.tsx";

export const Route = createFileRoute("/_guest/forgot-password")({
  head: () => ({ meta: [{ title: "Forgot password · Kinora" }] }),
  component: ForgotPasswordPage,
});
