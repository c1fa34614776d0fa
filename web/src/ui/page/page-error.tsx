import { useQueryErrorResetBoundary } from "@tanstack/react-query";
import { type ErrorComponentProps, useRouter } from "@tanstack/react-router";
import { CircleAlert, RotateCw } from "lucide-react";
import { useEffect } from "react";
import { ApiError, errorText } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { PageNotice } from "./page-notice.tsx";

interface Props extends ErrorComponentProps {
  /** The failure, in the specification's words, where it has some. */
  title?: string;
}

/** The page in place of a route that could not be read or drawn; the frame around it stays. */
export function PageError({ error, title }: Props) {
  const router = useRouter();
  const queries = useQueryErrorResetBoundary();
  useEffect(() => queries.reset(), [queries]);
  return (
    <PageNotice
      isAlert
      icon={<CircleAlert />}
      title={title ?? "This page could not be shown"}
      help={explain(error)}
    >
      <Button tone="primary" icon={<RotateCw />} onClick={() => void router.invalidate()}>
        Retry
      </Button>
    </PageNotice>
  );
}

/** The same page where no frame is left around it. */
export function BrokenPage(props: Props) {
  return (
    <main>
      <PageError {...props} />
    </main>
  );
}

function explain(error: unknown) {
  if (error instanceof ApiError && error.isOffline) {
    return "Kinora cannot be reached. Your recordings are safe; check the connection and try again.";
  }
  return errorText(error, "Your recordings are safe. Try again; if it stays like this, reload.");
}
