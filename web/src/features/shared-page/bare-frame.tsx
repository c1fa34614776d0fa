import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSession } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { Wordmark } from "#web/ui/wordmark.tsx";

interface Props {
  /** Beside the sign-in, e.g. how many are watching. */
  tools?: ReactNode;
  /** The page itself asks guests to sign in. */
  hasSignIn?: boolean;
  children: ReactNode;
}

/** Its skeleton is part of the first load of every page, so it brings nothing heavy. */
export function BareFrame({ tools, hasSignIn, children }: Props) {
  const session = useSession();
  const user = session.status === "signed-in" ? session.user : undefined;
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr]">
      <header
        data-bar
        className="flex h-14 items-center justify-between gap-4 border-line border-b px-4 md:px-6"
      >
        <Link to="/" aria-label="Kinora, home" className="grid rounded-8">
          <Wordmark />
        </Link>
        <div className="flex items-center gap-3">
          {tools}
          {user ? (
            <Link
              to="/dashboard"
              className="flex items-center gap-2 rounded-full text-13 text-ink-2 hover:text-ink"
            >
              <span className="sr-only">Your recordings,</span>
              <bdi className="max-w-40 truncate max-sm:sr-only">{user.username}</bdi>
              <Avatar username={user.username} picture={user.profile_picture} />
            </Link>
          ) : (
            !hasSignIn && <SignInLink size="sm" />
          )}
        </div>
      </header>
      <main tabIndex={-1} className="min-w-0">
        {children}
      </main>
    </div>
  );
}

/** Leads back here afterwards. */
export const SignInLink = (look: Parameters<typeof buttonLook>[0]) => (
  <Link to="/login" search={{ redirect: here() }} className={buttonLook(look)}>
    Sign In
  </Link>
);

export const here = () => location.pathname + location.search + location.hash;
