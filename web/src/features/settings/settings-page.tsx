import { Monitor, Moon, Sun } from "lucide-react";
import type { ReactNode } from "react";
import type { Config } from "#contract/config.ts";
import { useTheme } from "#web/lib/browser/theme.ts";
import { Segmented } from "#web/ui/controls/segmented.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";
import { CloudStorageCard, type DriveParts } from "./cloud-storage-card.tsx";
import { RecordingPreferencesCard } from "./recording-preferences-card.tsx";

interface Props {
  config: Config;
  /** The cards about the account itself. */
  account: ReactNode;
  drive?: DriveParts | undefined;
  /** Moves all recordings to another place. */
  moving?: ReactNode;
  /** The card with the download of one's data, and the deletion of the account. */
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
          {
            value: "system",
            label: (
              <>
                <Monitor /> System
              </>
            ),
          },
          {
            value: "light",
            label: (
              <>
                <Sun /> Light
              </>
            ),
          },
          {
            value: "dark",
            label: (
              <>
                <Moon /> Dark
              </>
            ),
          },
        ]}
      />
    </SettingsCard>
  );
}
