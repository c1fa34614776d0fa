import { Link } from "@tanstack/react-router";
import { RotateCw, VideoOff } from "lucide-react";
import { useSession } from "#web/lib/session.ts";
import { Button, buttonLook } from "#web/ui/button.tsx";
import { BareFrame, here } from "./bare-frame.tsx";

const noAnswer = "Kinora cannot be reached. The video is safe; check the connection and try again.";

interface Props {
  /** The server's words; without them it did not answer. */
  why?: string | undefined;
  onRetry?: () => void;
}

export function UnableToLoad({ why, onRetry }: Props) {
  const isSignedIn = useSession().status === "signed-in";
  return (
    <BareFrame>
      <div
        role="alert"
        className="grid min-h-[70dvh] place-content-center justify-items-center gap-6 p-6 text-center"
      >
        <span className="grid size-14 place-items-center rounded-full bg-wash text-ink-2">
          <VideoOff aria-hidden="true" className="size-6" />
        </span>
        <div className="grid justify-items-center gap-2">
          <h1 className="font-semibold text-28">Unable to Load Video</h1>
          <p className="max-w-[52ch] text-14 text-ink-2">{why ?? noAnswer}</p>
        </div>
        <div className="flex flex-wrap justify-center gap-2">
          {onRetry && (
            <Button icon={<RotateCw />} onClick={onRetry}>
              Retry
            </Button>
          )}
          {!isSignedIn && !onRetry && (
            <Link to="/login" search={{ redirect: here() }} className={buttonLook()}>
              Sign In
            </Link>
          )}
          <Link to="/" className={buttonLook({ tone: "primary" })}>
            Go to Home
          </Link>
        </div>
      </div>
    </BareFrame>
  );
}
