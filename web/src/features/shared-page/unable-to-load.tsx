import { Link, useNavigate } from "@tanstack/react-router";
import { RotateCw, VideoOff } from "lucide-react";
import { logOut } from "#web/data/auth.ts";
import { useSession } from "#web/lib/session.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { NoticeIcon, PageNotice } from "#web/ui/page/page-notice.tsx";
import { BareFrame, here } from "./bare-frame.tsx";

const NO_ANSWER =
  "Kinora cannot be reached. The recording is safe; check the connection and try again.";

interface Props {
  /** The server's words; without them it did not answer. */
  why?: string | undefined;
  onRetry?: () => void;
}

export function UnableToLoad({ why, onRetry }: Props) {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <BareFrame>
      <PageNotice
        isAlert
        icon={
          <NoticeIcon>
            <VideoOff />
          </NoticeIcon>
        }
        title="Unable to Load Video"
        help={why ?? NO_ANSWER}
      >
        {!onRetry &&
          (isSignedIn ? (
            <SwitchAccount />
          ) : (
            <Link
              to="/login"
              search={{ redirect: here() }}
              className={buttonLook({ tone: "primary" })}
            >
              Sign In
            </Link>
          ))}
        <Link to="/" className={buttonLook()}>
          Go to Home
        </Link>
        {onRetry && (
          <Button tone="primary" icon={<RotateCw />} onClick={onRetry}>
            Retry
          </Button>
        )}
      </PageNotice>
    </BareFrame>
  );
}

/** The link may be for another address of the same person. */
function SwitchAccount() {
  const navigate = useNavigate();
  const switchAccount = () => {
    const redirect = here();
    logOut();
    void navigate({ to: "/login", search: { redirect } });
  };
  return (
    <Button tone="primary" onClick={switchAccount}>
      Switch account
    </Button>
  );
}
