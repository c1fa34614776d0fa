import { useMutation } from "@tanstack/react-query";
import { Check, Link2 } from "lucide-react";
import { findPublicShare, linkOf } from "#web/data/shares.ts";
import { useCopy } from "#web/lib/clipboard.ts";
import { Button } from "#web/ui/button.tsx";

interface Props {
  /** Null until the server has made a place for the recording. */
  recordingId: string | null;
  primary?: boolean | undefined;
}

/** Works from the first second: the recording has its page before it has an end. */
export function CopyLink({ recordingId, primary }: Props) {
  const { copied, copy } = useCopy();
  const { mutate, data, isPending } = useMutation(findPublicShare((share) => copy(linkOf(share))));
  const isCopied = data !== undefined && copied === linkOf(data);

  return (
    <Button
      tone={primary ? "primary" : "secondary"}
      icon={isCopied ? <Check /> : <Link2 />}
      disabled={!recordingId}
      busy={isPending}
      onClick={() => recordingId && mutate({ recordingId, known: data })}
    >
      {isCopied ? "Copied" : recordingId ? "Copy link" : "Preparing the link"}
    </Button>
  );
}
