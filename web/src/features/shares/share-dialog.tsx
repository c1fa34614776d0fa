import { useState } from "react";
import { Dialog } from "#web/ui/dialog.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { Embed } from "./embed.tsx";
import { Sharing } from "./sharing.tsx";

interface Props {
  recording: { id: string; filename: string };
  open: boolean;
  onClose: () => void;
}

export function ShareDialog({ recording, open, onClose }: Props) {
  const [tab, setTab] = useState("links");
  return (
    <Dialog open={open} onClose={onClose} title="Share" description={recording.filename}>
      <Tabs
        label="Ways to share"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: "links", label: "Links", content: <Sharing recordingId={recording.id} /> },
          {
            value: "embed",
            label: "Embed",
            content: <Embed recordingId={recording.id} title={recording.filename} />,
          },
        ]}
      />
    </Dialog>
  );
}
