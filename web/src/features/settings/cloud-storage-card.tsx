import { Link } from "@tanstack/react-router";
import { Cloud, HardDrive } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { PreferredStorage } from "#contract/account.ts";
import type { Config } from "#contract/config.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";
import { Saved } from "./saved.tsx";
import { usePreferences } from "./use-preferences.ts";

const PLANS: string = "/subscription";

interface Props {
  config: Config;
  drive?: DriveParts | undefined;
}

/** The parts about a drive, where this server offers one: the button that connects it, and notes about it. */
export interface DriveParts {
  control: ReactNode;
  notes: ReactNode;
}

export function CloudStorageCard({ config, drive }: Props) {
  const { preferences, change, isSaved } = usePreferences();
  const reason = useId();
  return (
    <SettingsCard
      title="Cloud Storage"
      help="The place of recordings that are saved to the cloud."
      anchor="cloud-storage"
      status={<Saved shown={isSaved} />}
    >
      <div className="grid gap-5">
        <Place
          helpId={reason}
          icon={<HardDrive />}
          name="Google Drive"
          help={drive ? "Free, unlimited, in your own drive" : "Not set up on this server"}
          connected={preferences.google_drive_connected}
          control={
            drive?.control ?? (
              <Button size="sm" disabled aria-describedby={reason}>
                Connect
              </Button>
            )
          }
          notes={drive?.notes}
        />
        <Place
          icon={<Cloud />}
          name={config.cloud_name}
          help="Kept here, with the room of your plan"
          control={
            <Link to={PLANS} className={buttonLook({ size: "sm" })}>
              View Plans
            </Link>
          }
        />
        <PreferredPlace
          config={config}
          connected={preferences.google_drive_connected}
          value={preferences.preferred_storage}
          onChange={(preferred_storage) => change({ preferred_storage })}
        />
      </div>
    </SettingsCard>
  );
}

interface PlaceProps {
  icon: ReactNode;
  name: string;
  help: string;
  helpId?: string;
  connected?: boolean;
  control: ReactNode;
  notes?: ReactNode;
}

function Place({ icon, name, help, helpId, connected, control, notes }: PlaceProps) {
  return (
    <div className="flex flex-wrap items-center gap-4 border-line border-b pb-5">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-wash text-ink-2 [&_svg]:size-[18px]">
        {icon}
      </span>
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-2 font-medium text-14">
          {name}
          {connected && <Badge tone="ok">Connected</Badge>}
        </p>
        <p id={helpId} className="text-13 text-ink-2">
          {help}
        </p>
      </div>
      {control}
      {notes && <div className="basis-full empty:hidden">{notes}</div>}
    </div>
  );
}

interface PreferredProps {
  config: Config;
  connected: boolean;
  value: PreferredStorage | null;
  onChange: (value: PreferredStorage | null) => void;
}

/** Nothing was chosen. */
const BY_PLAN = "plan";

function PreferredPlace({ config, connected, value, onChange }: PreferredProps) {
  return (
    <Select
      label="Save new recordings to"
      value={value ?? BY_PLAN}
      options={[
        { value: BY_PLAN, label: "Where your plan keeps them" },
        { value: "s3", label: config.cloud_name },
        { value: "google_drive", label: "Google Drive", disabled: !connected },
        {
          value: "local",
          label: "This computer only",
          hint: "Nothing is sent before you press Save to cloud",
        },
      ]}
      onChange={(chosen) => onChange(chosen === BY_PLAN ? null : chosen)}
    />
  );
}
