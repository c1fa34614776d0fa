import { useEffect } from "react";
import { forgetWhatWasRead } from "#web/data/config-answer.ts";
import { offerTo } from "#web/data/sign-up.ts";
import { LoginPage } from "#web/features/auth/login-page.tsx";
import { ownPath } from "#web/lib/search.ts";
import { onSessionChange, session } from "#web/lib/session.ts";
import { OfflineNotice } from "#web/ui/page/offline-notice.tsx";
import { draw, queryClient } from "./root.tsx";

/**
 * Drawn without the router, for people who have nothing of ours in the cache; the application is fetched meanwhile,
 * and takes over.
 */
const application = () => import("./main.tsx");
const { pathname, search } = location;
const { redirect } = ownPath(Object.fromEntries(new URLSearchParams(search)));

const isSignedIn = () => session().status === "signed-in";
const offer = isSignedIn() ? null : await offerTo(queryClient, undefined);
if (isSignedIn() || offer?.first) void application();
else {
  draw(<FirstPage />);
  onSessionChange(() => {
    if (!isSignedIn()) return;
    forgetWhatWasRead(queryClient);
    leave();
  });
  addEventListener("click", () => location.pathname !== pathname && leave());
}

function FirstPage() {
  useEffect(() => void application().catch(() => undefined), []); // it is asked for again where somebody leaves the page
  return (
    <>
      <title>Sign in · Kinora</title>
      <LoginPage redirect={redirect} />
      <OfflineNotice />
    </>
  );
}

function leave() {
  application().then(
    ({ takeOver }) => takeOver(),
    () => location.reload(),
  );
}
