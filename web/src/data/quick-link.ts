import { useMutation } from "@tanstack/react-query";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { toast } from "#web/ui/layers/toast.ts";
import { findPublicShare, linkOf } from "./shares.ts";

const NOT_COPIED = "The browser refused to copy. Share shows the link.";

/** One press copies the link that anyone can open, and makes it first where there is none. */
export function useQuickLink(recordingId: string | null, onCopied = () => {}) {
  const { copied, copy } = useCopy();
  const { mutateAsync, data, isPending } = useMutation(findPublicShare);
  return {
    isCopied: data !== undefined && copied === linkOf(data),
    isPending,
    copyLink() {
      if (!recordingId) return;
      const link = mutateAsync({ recordingId, known: data }).then(linkOf);
      const sayWhy = () => toast.error(NOT_COPIED);
      // A link that could not be made has had its own toast.
      copy(link).then(onCopied, () => link.then(sayWhy, () => {}));
    },
  };
}
