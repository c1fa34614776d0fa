import { createFileRoute, useLocation } from "@tanstack/react-router";
import { ResetPasswordPage } from "#web/features/auth/reset-password-page.tsx";

/** No page for guests alone: who opens the letter may still be signed in. */
export const Route = createFileRoute("/reset-password")({
  head: () => ({ meta: [{ title: "New password · Kinora" }] }),
  component: ResetPassword,
});

function ResetPassword() {
  const token = useLocation({ select: ({ hash }) => hash });
  const navigate = Route.useNavigate();
  return <ResetPasswordPage token={token} onDone={() => navigate({ to: "/dashboard" })} />;
}
