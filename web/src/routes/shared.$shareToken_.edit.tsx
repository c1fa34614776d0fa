import { createFileRoute, Navigate } from "@tanstack/react-router";
import { EditPage } from "#web/features/edits/edit-page.tsx";
import { BareFrame } from "#web/features/shared-page/bare-frame.tsx";
import { SharedGate } from "#web/features/shared-page/shared-gate.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { BackLink } from "#web/ui/page/back-link.tsx";
import { Page } from "#web/ui/page/page.tsx";

/** For people who have a link to edit, and are signed in. */
export const Route = createFileRoute("/shared/$shareToken_/edit")({
  head: () => ({ meta: [{ title: "Edit · Kinora" }] }),
  component: Edit,
});

function Edit() {
  const { shareToken } = Route.useParams();
  const back = (
    <BackLink to="/shared/$shareToken" params={{ shareToken }}>
      Recording
    </BackLink>
  );
  return (
    <SharedGate shareToken={shareToken}>
      {(view) =>
        view.kind === "recording" && view.can_edit ? (
          <BareFrame>
            <TooltipGroup>
              <Page>
                <EditPage
                  scope={{ recordingId: view.recording.id, shareToken }}
                  {...{ recording: view.recording, back }}
                  isOwner={view.is_owner}
                />
              </Page>
            </TooltipGroup>
          </BareFrame>
        ) : (
          <Navigate to="/shared/$shareToken" params={{ shareToken }} replace />
        )
      }
    </SharedGate>
  );
}
