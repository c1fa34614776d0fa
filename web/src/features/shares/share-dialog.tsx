import { Dialog } from "#web/ui/layers/dialog.tsx";
import { ShareList } from "./share-list.tsx";
import { type Shared, Sharing } from "./sharing.tsx";

interface Props extends Shared {
  open: boolean;
  onClose: () => void;
}

export function ShareDialog({ open, onClose, ...shared }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Share" description={shared.title}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Sharing {...shared} />
        <ShareList {...shared} />
      </div>
    </Dialog>
  );
}
