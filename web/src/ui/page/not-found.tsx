import { Link } from "@tanstack/react-router";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { PageNotice } from "./page-notice.tsx";

export function NotFound() {
  return (
    <PageNotice
      title="Page not found"
      help="Nothing lives at this address. The link may be cut short, or what it showed was deleted."
    >
      <Link to="/" className={buttonLook({ tone: "primary" })}>
        Go to Home
      </Link>
    </PageNotice>
  );
}
