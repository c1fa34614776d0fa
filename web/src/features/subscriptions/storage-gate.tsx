import { useSuspenseQuery } from "@tanstack/react-query";
import { HardDriveDownload } from "lucide-react";
import { type ReactNode, useState } from "react";
import { configQuery } from "#web/data/config.ts";
import { subscriptionQuery } from "#web/data/subscriptions.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { StorageSetup } from "./storage-setup.tsx";

interface Props {
  onConnectDrive: () => void;
  isConnecting: boolean;
  /** The recorder, shown once recordings have a place to go. */
  children: ReactNode;
}

/** Stands before the record tab until storage is configured; recording to a file is open to anyone. */
export function StorageGate({ onConnectDrive, isConnecting, children }: Props) {
  const { storage_configured } = useSuspenseQuery(subscriptionQuery).data;
  const { drive, cloud_name } = useSuspenseQuery(configQuery).data;
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
      <StorageSetup
        open={choosing}
        onClose={() => setChoosing(false)}
        onConnectDrive={drive ? onConnectDrive : undefined}
        isConnecting={isConnecting}
        cloudName={cloud_name}
      />
    </Page>
  );
}
