import { createFileRoute } from "@tanstack/react-router";
import { DriveReturnPage } from "#web/features/drive/return-page.tsx";
import { text } from "#web/lib/search.ts";

/** Google adds these; a code is longer than other texts in addresses. */
const given = (search: Record<string, unknown>) => {
  const [code, state, error] = [long(search.code), long(search.state), text(search.error)];
  return { ...(code && { code }), ...(state && { state }), ...(error && { error }) };
};

const long = (value: unknown) =>
  typeof value === "string" && value.length <= 2048 ? value : undefined;

export const Route = createFileRoute("/auth/google-drive/callback")({
  validateSearch: given,
  head: () => ({ meta: [{ title: "Google Drive · Kinora" }] }),
  component: DriveReturn,
});

function DriveReturn() {
  const navigate = Route.useNavigate();
  const leave = (isConnected: boolean) =>
    void navigate({
      to: "/dashboard",
      search: isConnected ? { drive: "connected" } : {},
      replace: true,
    });
  return <DriveReturnPage given={Route.useSearch()} onDone={leave} />;
}
