import { Check, Link2 } from "lucide-react";
import { useState } from "react";
import { shareLink } from "#web/features/recorder/send/share-link.ts";
import { errorText } from "#web/lib/api-error.ts";
import { useCopy } from "#web/lib/clipboard.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.ts";

interface Props {
  /** Null until the server has made a place for the recording. */
  recordingId: string | null;
  primary?: boolean | undefined;
}

/** Works from the first second: the recording has its page before it has an end. */
export function CopyLink({ recordingId, primary }: Props) {
  const { copied, copy } = useCopy();
  const [link, setLink] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isCopied = link !== undefined && copied === link;

  const run = async () => {
    if (!recordingId) return;
    setBusy(true);
    try {
      const found = link ?? (await shareLink(recordingId));
      setLink(found);
      await copy(found);
    } catch (error) {
      toast.error(errorText(error, "Failed to create share link"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Button
      tone={primary ? "primary" : "secondary"}
      icon={isCopied ? <Check /> : <Link2 />}
      disabled={!recordingId}
      busy={isBusy}
      onClick={run}
    >
      {isCopied ? "Copied" : recordingId ? "Copy link" : "Preparing the link"}
    </Button>
  );
}
