import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Share } from "#contract/shares.ts";
import { linkOf, sharesQuery } from "#web/data/shares.ts";
import { useCopy } from "#web/lib/clipboard.ts";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/field.tsx";
import { ShareForm } from "./share-form.tsx";
import { ShareList } from "./share-list.tsx";

/** The links of a recording: those there are come first, and a new one stands behind a button then. */
export function Sharing({ recordingId }: { recordingId: string }) {
  const { data: shares } = useQuery(sharesQuery(recordingId));
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<Share>();
  const { copied, copy } = useCopy();
  const onMade = async (share: Share) => {
    setMade(share);
    setMaking(false);
    // Where the browser refuses to copy, the link stands there to be copied by hand.
    await copy(linkOf(share)).catch(() => undefined);
  };
  const form = <ShareForm recordingId={recordingId} onMade={onMade} />;
  if (shares?.length === 0) {
    return (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {form}
        <ShareList recordingId={recordingId} />
      </div>
    );
  }
  const isThere = shares?.some(({ id }) => id === made?.id);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {made && isThere && <Made share={made} isCopied={copied === linkOf(made)} />}
      <ShareList recordingId={recordingId} />
      {isMaking ? (
        <section aria-label="New link" className="border-line border-t pt-6">
          {form}
        </section>
      ) : (
        shares && (
          <Button icon={<Plus />} className="w-fit" onClick={() => setMaking(true)}>
            New link
          </Button>
        )
      )}
    </div>
  );
}

function Made({ share, isCopied }: { share: Share; isCopied: boolean }) {
  return (
    <div className="grid gap-1.5">
      <p role="status" className="font-medium text-13">
        {isCopied ? "Link made and copied" : "Link made"}
      </p>
      <Input
        readOnly
        aria-label="The new link"
        value={linkOf(share)}
        onFocus={(event) => event.currentTarget.select()}
      />
    </div>
  );
}
