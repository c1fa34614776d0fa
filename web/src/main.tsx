import { RouterProvider } from "@tanstack/react-router";
import { forgetWhatWasRead } from "#web/data/config-answer.ts";
import { leadOn } from "#web/lib/browser/lead-on.ts";
import {
  onSessionChange,
  SESSION_EXPIRED,
  session,
  sessionUserId,
  untilPageIsFree,
} from "#web/lib/session.ts";
import { draw, isSomethingDrawn, queryClient } from "./root.tsx";
import { PENDING_MS, router } from "./router.tsx";
import { errorsLeftBehind, toast } from "./ui/layers/toast.ts";

followSession();
leadOn();
router.subscribe("onBeforeNavigate", ({ pathChanged }) => pathChanged && errorsLeftBehind());
if (!isSomethingDrawn()) drawAll();

function drawAll() {
  draw(<RouterProvider router={router} />);
}

let leading: Promise<void> | undefined;

/** The page that was drawn first stands until the next one can be drawn, or says that it is on its way. */
export function takeOver() {
  const soon = new Promise((resolve) => setTimeout(resolve, PENDING_MS));
  leading ??= Promise.race([router.load(), soon]).then(drawAll);
  return leading;
}

/** Sends people where their session now allows them, and forgets what the last one read. */
function followSession() {
  let known = sessionUserId();
  onSessionChange(async () => {
    if (sessionUserId() === known) return;
    known = sessionUserId();
    const state = session();
    if (state.status === "signed-in") forgetWhatWasRead(queryClient);
    if (state.status === "signed-out" && state.expired) {
      await untilPageIsFree();
      if (session().status === "signed-in") return;
      await sayExpired();
    }
    await router.invalidate();
    if (state.status === "signed-out") forgetWhatWasRead(queryClient);
  });
}

async function sayExpired() {
  toast.error(SESSION_EXPIRED, { duration: 3_000, leads: true });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
}
