import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { forgetWhatWasRead } from "#web/data/config-answer.ts";
import { onSessionChange, restoreSession, SESSION_EXPIRED, session } from "#web/lib/session.ts";
import { followTheme } from "./lib/browser/theme.ts";
import { errorsLeftBehind, toast } from "./ui/layers/toast.ts";
import "#web/ui/styles.css";
import { queryClient, router } from "./router.tsx";

restoreSession();
followTheme();
followSession();
router.subscribe("onBeforeNavigate", ({ pathChanged }) => pathChanged && errorsLeftBehind());

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
);

/** Sends people where their session now allows them, and forgets what the last one read. */
function followSession() {
  const userId = () => {
    const state = session();
    return state.status === "signed-in" ? state.user.id : undefined;
  };
  let known = userId();
  onSessionChange(async () => {
    if (userId() === known) return;
    known = userId();
    const state = session();
    if (state.status === "signed-in") forgetWhatWasRead(queryClient);
    if (state.status === "signed-out" && state.expired) await sayExpired();
    await router.invalidate();
    if (state.status === "signed-out") forgetWhatWasRead(queryClient);
  });
}

async function sayExpired() {
  toast.error(SESSION_EXPIRED, { duration: 3_000, leads: true });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}
