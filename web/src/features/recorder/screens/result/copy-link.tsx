import { Check, Link2 } from "lucide-react";
import { useQuickLink } from "#web/data/quick-link.ts";
import { Button } from "#web/ui/controls/button.tsx";

interface Props {
  /** Null until the server has made a place for the recording. */
  recordingId: string | null;
  primary?: boolean | undefined;
}

/** Works from the first second: the recording has its page before it has an end. */
export function CopyLink({ recordingId, primary }: Props) {
  const { isCopied, isPending, copyLink } = useQuickLink(recordingId);
  return (
    <Button
      tone={primary ? "primary" : "secondary"}
      icon={isCopied ? <Check /> : <Link2 />}
      disabled={!recordingId}
      busy={isPending}
      onClick={copyLink}
    >
      {isCopied ? "Copied" : recordingId ? "Copy link" : "Preparing the link"}
    </Button>
  );
}
