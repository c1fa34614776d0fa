import type { MouseEvent, ReactNode } from "react";

export const TEXT_LINK =
  "rounded-[4px] font-medium text-ink underline decoration-line-2 underline-offset-4 hover:decoration-ink";

interface Props {
  to: "/login" | "/register" | "/forgot-password";
  /** The page where the person was going. */
  redirect?: string | undefined;
  children: ReactNode;
}

/** Leads from one way in to another. The router follows the address; so this link can be drawn before it is there. */
export function TextLink({ to, redirect, children }: Props) {
  const href = redirect ? `${to}?${new URLSearchParams({ redirect })}` : to;
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    history.pushState(null, "", href);
  };
  return (
    <a href={href} className={TEXT_LINK} onClick={follow}>
      {children}
    </a>
  );
}
