import { createFileRoute, Link, Navigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { EditPage } from "#web/features/edits/edit-page.tsx";
import { BareFrame } from "#web/features/shared-page/bare-frame.tsx";
import { SharedGate } from "#web/features/shared-page/shared-gate.tsx";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { PageError } from "#web/ui/page/page-error.tsx";

/** For people who have a link to edit, and are signed in. */
export const Route = createFileRoute("/shared/$shareToken_/edit")({
  head: () => ({ meta: [{ title: "Edit · Kinora" }] }),
  component: Edit,
  errorComponent: PageError,
});

function Edit() {
  const { shareToken } = Route.useParams();
  const back = (
    <Link
      to="/shared/$shareToken"
      params={{ shareToken }}
      className={`${buttonLook({ tone: "quiet", size: "sm" })} -ml-3 w-fit`}
    >
      <ArrowLeft aria-hidden="true" />
      Recording
    </Link>
  );
  return (
    <SharedGate shareToken={shareToken}>
      {(view) =>
        view.kind === "recording" && view.can_edit ? (
          <BareFrame>
            <TooltipGroup>
              <Page>
                <EditPage
                  scope={{
                    recordingId: view.recording.id,
                    share: { shareToken, recordingId: view.recording.id },
                  }}
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
