import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, Link, useRouter } from "@tanstack/react-router";
import { CircleAlert, RotateCw } from "lucide-react";
import { createContext, Fragment, type ReactNode, useContext, useEffect } from "react";
import { ApiError, errorText } from "#web/lib/api-error.ts";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { Mark } from "#web/ui/wordmark.tsx";

interface Props {
  /** Kinora's mark where there is none. */
  icon?: ReactNode;
  title: string;
  help: ReactNode;
  /** Something went wrong; it is read out at once. */
  isAlert?: boolean | undefined;
  children?: ReactNode;
}

export function PageNotice({ icon, title, help, isAlert, children }: Props) {
  return (
    <div
      role={isAlert ? "alert" : undefined}
      className="grid min-h-[70dvh] place-content-center justify-items-center gap-6 p-6 text-center"
    >
      {icon ? (
        <span
          aria-hidden="true"
          className="grid size-14 place-items-center rounded-full bg-wash text-ink-2 [&_svg]:size-6"
        >
          {icon}
        </span>
      ) : (
        <Mark size={40} />
      )}
      <div className="grid justify-items-center gap-2">
        <h1 className="font-semibold text-28">{title}</h1>
        <p className="max-w-[52ch] text-balance text-14 text-ink-2">{help}</p>
      </div>
      {children && <div className="flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  );
}

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

interface PageErrorProps extends ErrorComponentProps {
  /** The failure, in the specification's words, where it has some. */
  title?: string;
}

/** The frame around a page stays where the page is broken, and brings the `main`. */
export const IsFramed = createContext(false);

/** The page in place of a route that could not be read or drawn. */
export function PageError({ error, title }: PageErrorProps) {
  const Place = useContext(IsFramed) ? Fragment : "main";
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => queries.reset(), [queries]);
  // Code that did not come is asked for once by each page: after an update of the server there is other code.
  const retry = () => (error instanceof ApiError ? router.invalidate() : location.reload());
  return (
    <Place>
      <PageNotice
        isAlert
        icon={<CircleAlert />}
        title={title ?? "This page could not be shown"}
        help={explain(error)}
      >
        <Button tone="primary" icon={<RotateCw />} onClick={() => void retry()}>
          Retry
        </Button>
      </PageNotice>
    </Place>
  );
}

function explain(error: unknown) {
  if (error instanceof ApiError && error.isOffline)
    return "Kinora cannot be reached. Your recordings are safe; check the connection and try again.";
  return errorText(error, "Your recordings are safe. Try again; if it stays like this, reload.");
}
