import { Dialog } from "#web/ui/dialog.tsx";
import { ShareForm } from "./share-form.tsx";
import { ShareList } from "./share-list.tsx";

interface Props {
  recording: { id: string; filename: string };
  open: boolean;
  onClose: () => void;
}

export function ShareDialog({ recording, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Share" description={recording.filename}>
      <Sharing recordingId={recording.id} />
    </Dialog>
  );
}

/** The same without a dialog around it, for a tab of the page. */
export function Sharing({ recordingId }: { recordingId: string }) {
  return (
    <div className="grid gap-6">
      <ShareForm recordingId={recordingId} />
      <ShareList recordingId={recordingId} />
    </div>
  );
}
