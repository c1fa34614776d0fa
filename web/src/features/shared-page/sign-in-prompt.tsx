import { Link } from "@tanstack/react-router";
import { buttonLook } from "#web/ui/button.tsx";
import { here } from "./bare-frame.tsx";

/** Stands in the place of the comment form, for visitors without an account. */
export function SignInPrompt() {
  const redirect = here();
  return (
    <div className="grid gap-3 rounded-12 border border-line bg-raised p-4">
      <div className="grid gap-0.5">
        <p className="font-medium text-14">Sign in to answer</p>
        <p className="text-13 text-ink-2">
          Comment on a moment, reply and react. You come back to this video.
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Link
          to="/login"
          search={{ redirect }}
          className={buttonLook({ tone: "primary", size: "sm" })}
        >
          Sign In
        </Link>
        <Link to="/register" search={{ redirect }} className={buttonLook({ size: "sm" })}>
          Create Account
        </Link>
      </div>
    </div>
  );
}
