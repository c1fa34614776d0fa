import { createFileRoute, redirect } from "@tanstack/react-router";
import { ownPath } from "#web/lib/search.ts";
import { session } from "#web/lib/session.ts";

export const Route = createFileRoute("/_guest")({
  validateSearch: (search): { redirect?: string } => ownPath(search),
  beforeLoad: ({ search }) => {
    if (session().status === "signed-in") throw redirect({ href: search.redirect ?? "/dashboard" });
  },
});
