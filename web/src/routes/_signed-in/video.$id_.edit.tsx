import { createFileRoute } from "@tanstack/react-router";
import { Share2 } from "lucide-react";
import { useState } from "react";
import type { Recording } from "#contract/recordings.ts";
import { EditPage } from "#web/features/edits/edit-page.tsx";
import { EditSkeleton } from "#web/features/edits/edit-skeleton.tsx";
import { VideoGate } from "#web/features/recordings/detail/video-gate.tsx";
import { ShareDialog } from "#web/features/shares/share-dialog.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { BackLink } from "#web/ui/page/back-link.tsx";
import { Page } from "#web/ui/page/page.tsx";

export const Route = createFileRoute("/_signed-in/video/$id_/edit")({
  head: () => ({ meta: [{ title: "Edit · Kinora" }] }),
  component: Edit,
  pendingComponent: () => (
    <Page>
      <EditSkeleton />
    </Page>
  ),
});

function Edit() {
  const { id } = Route.useParams();
  return (
    <VideoGate key={id} id={id}>
      {(recording) => (
        <Page>
          <EditPage
            isOwner
            scope={{ recordingId: id }}
            recording={recording}
            back={
              <BackLink to="/video/$id" params={{ id }}>
                Recording
              </BackLink>
            }
            share={<Share recording={recording} />}
          />
        </Page>
      )}
    </VideoGate>
  );
}

function Share({ recording: { id, filename } }: { recording: Recording }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<Share2 />} onClick={() => setOpen(true)}>
        Share
      </Button>
      {isOpen && (
        <ShareDialog of="recording" id={id} title={filename} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
