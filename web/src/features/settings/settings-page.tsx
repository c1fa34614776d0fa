import { Link } from "@tanstack/react-router";
import { Check, Cloud, HardDrive, Monitor, Moon, Sun } from "lucide-react";
import { type FormEvent, type ReactNode, useEffect, useId, useState } from "react";
import { Preferences } from "#contract/account.ts";
import type { Config } from "#contract/config.ts";
import { useTheme } from "#web/lib/browser/theme.ts";
import { qualityOptions } from "#web/lib/quality.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/field.tsx";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Switch } from "#web/ui/controls/switch.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";
import { StoragePlace } from "#web/ui/storage-place.tsx";
import { usePreferences } from "./use-preferences.ts";

interface Props {
  config: Config;
  account: ReactNode;
  /** Where this server offers drives: the button that connects one, and notes about it. */
  drive?: { control: ReactNode; notes: ReactNode } | undefined;
  moving?: ReactNode;
  leaving: ReactNode;
}

export function SettingsPage({ config, account, drive, moving, leaving }: Props) {
  return (
    <Page width="reading">
      <PageHead title="Settings" help="Your account, your recordings, and how Kinora looks." />
      <div className="grid gap-4">
        {account}
        <RecordingPreferencesCard config={config} />
        <CloudStorageCard config={config} drive={drive} />
        {moving}
        <AppearanceCard />
        {leaving}
      </div>
    </Page>
  );
}

export function AppearanceCard() {
  const [theme, setTheme] = useTheme();
  return (
    <SettingsCard title="Appearance" help="For this browser only." anchor="appearance">
      <Segmented
        label="Theme"
        value={theme}
        onChange={setTheme}
        choices={[
          { value: "system", icon: <Monitor />, label: "System" },
          { value: "light", icon: <Sun />, label: "Light" },
          { value: "dark", icon: <Moon />, label: "Dark" },
        ]}
      />
    </SettingsCard>
  );
}

export function RecordingPreferencesCard({ config }: { config: Config }) {
  const { preferences, change, isSaved } = usePreferences();
  const staysHere = preferences.preferred_storage === "local";
  return (
    <SettingsCard
      title="Recording Preferences"
      anchor="recording"
      help="How every new recording begins."
      status={<Saved shown={isSaved} />}
    >
      <div className="grid gap-6">
        <Select
          label="Recording quality"
          value={preferences.recording_quality}
          options={qualityOptions}
          onChange={(recording_quality) => change({ recording_quality })}
        />
        <Switch
          label="Record audio"
          hint="Microphone and system sound"
          checked={preferences.include_audio}
          onChange={(include_audio) => change({ include_audio })}
        />
        <Switch
          label="Instant link"
          hint={
            staysHere
              ? "Off while new recordings are saved to this computer only."
              : "Sends the recording while it is made, so that its link works the moment you stop. Off: nothing leaves this computer before you save."
          }
          checked={preferences.auto_save_to_cloud && !staysHere}
          disabled={staysHere}
          onChange={(auto_save_to_cloud) => change({ auto_save_to_cloud })}
        />
        <Prefix
          saved={preferences.default_filename_prefix}
          onChange={(default_filename_prefix) => change({ default_filename_prefix })}
        />
        <Switch
          label="Named as a viewer"
          hint="Owners of recordings that you watch through a link see your name. Off: you are counted without it."
          checked={preferences.named_as_viewer}
          onChange={(named_as_viewer) => change({ named_as_viewer })}
        />
        {config.mail && (
          <Switch
            label="Notices by email"
            hint="A summary of new comments and first views"
            checked={preferences.email_notices}
            onChange={(email_notices) => change({ email_notices })}
          />
        )}
      </div>
    </SettingsCard>
  );
}

function Prefix({ saved, onChange }: { saved: string; onChange: (prefix: string) => void }) {
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  const read = Preferences.shape.default_filename_prefix.safeParse(text);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (read.success && read.data !== saved) onChange(read.data);
  };
  return (
    <form onSubmit={save} onBlur={save}>
      <TextField
        label="File name prefix"
        hint="A recording is called by it and the time it was made."
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={read.error?.issues[0]?.message}
      />
    </form>
  );
}

export function CloudStorageCard({ config, drive }: Pick<Props, "config" | "drive">) {
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
        <StoragePlace
          helpId={reason}
          icon={<HardDrive />}
          name="Google Drive"
          badge={preferences.google_drive_connected && <Badge tone="ok">Connected</Badge>}
          help={drive ? "Free, unlimited, in your own drive" : "Not set up on this server"}
          className={LINED}
        >
          {drive?.control ?? (
            <Button size="sm" disabled aria-describedby={reason}>
              Connect
            </Button>
          )}
          {drive?.notes && <div className="basis-full empty:hidden">{drive.notes}</div>}
        </StoragePlace>
        <StoragePlace
          icon={<Cloud />}
          name={config.cloud_name}
          help="Kept here, with the room of your plan"
          className={LINED}
        >
          <Link to="/subscription" className={buttonLook({ size: "sm" })}>
            View Plans
          </Link>
        </StoragePlace>
        <Select
          label="Save new recordings to"
          value={preferences.preferred_storage ?? BY_PLAN}
          options={placesOf(config, preferences)}
          onChange={(to) => change({ preferred_storage: to === BY_PLAN ? null : to })}
        />
      </div>
    </SettingsCard>
  );
}

const LINED = "border-line border-b pb-5";

const BY_PLAN = "plan";

const placesOf = (config: Config, { google_drive_connected }: Preferences) =>
  [
    { value: BY_PLAN, label: "Where your plan keeps them" },
    { value: "s3", label: config.cloud_name },
    { value: "google_drive", label: "Google Drive", disabled: !google_drive_connected },
    {
      value: "local",
      label: "This computer only",
      hint: "Nothing is sent before you press Save to cloud",
    },
  ] as const;

function Saved({ shown }: { shown: boolean }) {
  return (
    <p role="status" className="flex h-5 items-center gap-1.5 text-13 text-ok">
      {shown && (
        <span className="flex animate-rise items-center gap-1.5">
          <Check className="size-4" />
          Saved
        </span>
      )}
    </p>
  );
}
