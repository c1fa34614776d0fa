import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Cloud, HardDrive, HardDriveDownload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { configQuery } from "#web/data/config.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { StoragePlace } from "#web/ui/storage-place.tsx";

interface Props {
  onConnectDrive: () => void;
  isConnecting: boolean;
  /** The recorder, shown once recordings have a place to go. */
  children: ReactNode;
}

/** Stands before the record tab until storage is configured; recording to a file is open to anyone. */
export function StorageGate({ onConnectDrive, isConnecting, children }: Props) {
  const { storage_configured } = useSuspenseQuery(subscriptionQuery).data;
  const [choosing, setChoosing] = useState(true);
  const [localOnly, setLocalOnly] = useState(false);
  if (storage_configured || localOnly) return children;
  return (
    <Page width="reading">
      <PageHead title="New Recording" />
      <EmptyState
        icon={<HardDriveDownload />}
        title="Storage Connection Required"
        help="Connect Google Drive or choose a plan with cloud storage to keep your recordings online. Without either you can still record and download the file."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={() => setLocalOnly(true)}>Record without saving online</Button>
            <Button tone="primary" onClick={() => setChoosing(true)}>
              Choose Your Storage
            </Button>
          </div>
        }
      />
      {choosing && (
        <StorageSetup {...{ onConnectDrive, isConnecting }} onClose={() => setChoosing(false)} />
      )}
    </Page>
  );
}

interface StorageSetupProps extends Omit<Props, "children"> {
  onClose: () => void;
}

function StorageSetup({ onClose, onConnectDrive, isConnecting }: StorageSetupProps) {
  const { drive, cloud_name } = useSuspenseQuery(configQuery).data;
  return (
    <Dialog
      onClose={onClose}
      title="Choose Your Storage"
      description="The place of your recordings. You can change this preference later in Settings."
    >
      <div className="grid gap-3">
        <StoragePlace
          icon={<HardDrive />}
          name="Google Drive"
          badge={<Badge tone="ok">Free</Badge>}
          help={
            drive
              ? "Unlimited: kept in your own Drive, at no cost."
              : "Unlimited: kept in your own Drive. Google Drive is not set up on this server."
          }
          className={FRAMED}
        >
          <Button disabled={!drive} busy={isConnecting} onClick={onConnectDrive}>
            Connect
          </Button>
        </StoragePlace>
        <StoragePlace
          icon={<Cloud />}
          name={cloud_name}
          badge={<Badge>Premium</Badge>}
          help="Kept for you, with the room of your plan and no Google account."
          className={FRAMED}
        >
          <Link to="/subscription" className={buttonLook({ tone: "primary" })}>
            View Plans
          </Link>
        </StoragePlace>
      </div>
    </Dialog>
  );
}

const FRAMED = "rounded-12 border border-line p-4";
