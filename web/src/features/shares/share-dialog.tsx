import { useQuery } from "@tanstack/react-query";
import { sharesQuery } from "#web/data/shares.ts";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";
import { ShareRow } from "./share-row.tsx";
import { type Shared, Sharing } from "./sharing.tsx";

interface Props extends Shared {
  onClose: () => void;
}

export function ShareDialog({ onClose, ...shared }: Props) {
  return (
    <Dialog onClose={onClose} title="Share" description={shared.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Sharing {...shared} />
        <ShareList {...shared} />
      </div>
    </Dialog>
  );
}

function ShareList({ id, of }: Omit<Shared, "title">) {
  const { data: shares, error, refetch } = useQuery(sharesQuery(id, of));
  return (
    <section className="grid gap-2">
      <h2 className="font-medium text-14">
        Links{shares && shares.length > 0 ? ` (${shares.length})` : ""}
      </h2>
      {shares?.length === 0 ? (
        <p className="text-13 text-ink-2">No links yet. Only you can open this {of}.</p>
      ) : shares ? (
        <ul className="divide-y divide-line rounded-12 border border-line">
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </ul>
      ) : error ? (
        <LoadError title="Failed to load the links" onRetry={refetch} />
      ) : (
        <Loading label="Loading links" className="grid gap-2">
          <Skeleton className="h-16" />
        </Loading>
      )}
    </section>
  );
}
