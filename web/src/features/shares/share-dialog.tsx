import { Dialog } from "#web/ui/layers/dialog.tsx";
import { ShareList } from "./share-list.tsx";
import { type SharedVideo, Sharing } from "./sharing.tsx";

interface Props {
  recording: SharedVideo;
  open: boolean;
  onClose: () => void;
}

export function ShareDialog({ recording, open, onClose }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="Share" description={recording.filename}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Sharing recording={recording} />
        <ShareList recordingId={recording.id} />
      </div>
    </Dialog>
  );
}
