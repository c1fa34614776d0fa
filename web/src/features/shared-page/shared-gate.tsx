import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { Scissors } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { SharedPlace } from "#contract/shares.ts";
import { isBeingEdited, isRefused, sharedQuery } from "#web/data/shares.ts";
import { NoticeIcon, PageNotice } from "#web/ui/page/page-notice.tsx";
import { BareFrame } from "./bare-frame.tsx";
import { EmbedStage } from "./embed-stage.tsx";
import { PasswordPrompt } from "./password-prompt.tsx";
import { ProveEmail } from "./prove-email.tsx";
import { SharedSkeleton } from "./shared-skeleton.tsx";
import { UnableToLoad } from "./unable-to-load.tsx";
import { useLiveShare } from "./use-live-share.ts";

interface Props {
  shareToken: string;
  /** Inside of another site there is room for the player, and for nothing else of ours. */
  isEmbedded?: boolean;
  /** The proof from the letter that was written to this visitor. */
  proof?: string | undefined;
  children: (view: SharedPlace) => ReactNode;
}

/** The content of a link: the video, or why not, also when that changes while somebody watches. */
export function SharedGate({ shareToken, isEmbedded, proof, children }: Props) {
  const query = useQuery(sharedQuery(shareToken));
  const { data: view, error, refetch } = query;
  const isHidden = useIsHidden(query);
  useLiveShare(shareToken, view);
  const isLocked = isRefused(error) && error.code === "password_required";
  if (view && !isRefused(error)) return children(view);
  if (isHidden && !isEmbedded) return <BeingEdited />;
  if (isEmbedded) return <EmbedStage shareToken={shareToken} isLocked={isLocked} error={error} />;
  if (isLocked) return <PasswordPrompt shareToken={shareToken} />;
  if (isRefused(error) && error.code === "email_unproven")
    return <ProveEmail shareToken={shareToken} why={error.said} proof={proof} />;
  if (isRefused(error)) return <UnableToLoad why={error.said} />;
  if (error) return <UnableToLoad onRetry={() => void refetch()} />;
  return <SharedSkeleton />;
}

/** A query that is asked again forgets its error until the answer is there: the page would blink. */
function useIsHidden({ error, isPending }: Pick<UseQueryResult, "error" | "isPending">) {
  const [wasHidden, setWasHidden] = useState(false);
  const isHidden = isPending ? wasHidden : isBeingEdited(error);
  if (isHidden !== wasHidden) setWasHidden(isHidden);
  return isHidden;
}

/** The page is asked about again and again, and shows the recording as soon as its cut is ready. */
function BeingEdited() {
  return (
    <BareFrame hasSignIn>
      <PageNotice
        icon={
          <NoticeIcon>
            <Scissors />
          </NoticeIcon>
        }
        title="This recording is being edited"
        help="It can be watched again in a moment. Stay here: it opens by itself."
      />
    </BareFrame>
  );
}
