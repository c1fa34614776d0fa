import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { devicesQuery, preferencesQuery } from "#web/data/account.ts";
import { configQuery } from "#web/data/config.ts";
import { driveQuery } from "#web/data/drive.ts";
import { secondFactorQuery } from "#web/data/second-factor.ts";
import { AccountCards, LeavingCard } from "#web/features/account/account-cards.tsx";
import { DriveControl, DriveNotes } from "#web/features/drive/drive-place.tsx";
import { MoveAllCard } from "#web/features/moves/move-all-card.tsx";
import { SettingsPage } from "#web/features/settings/settings-page.tsx";
import { PageError } from "#web/ui/page/page-notice.tsx";

export const Route = createFileRoute("/_signed-in/settings")({
  head: () => ({ meta: [{ title: "Settings · Kinora" }] }),
  component: Settings,
  errorComponent: (props) => <PageError {...props} title="Failed to load preferences" />,
});

function Settings() {
  const [config] = useSuspenseQueries({
    queries: [configQuery, preferencesQuery, devicesQuery, driveQuery, secondFactorQuery],
  });
  const drive = config.data.drive
    ? { control: <DriveControl />, notes: <DriveNotes /> }
    : undefined;
  return (
    <SettingsPage
      config={config.data}
      account={<AccountCards />}
      drive={drive}
      leaving={<LeavingCard />}
      moving={<MoveAllCard config={config.data} />}
    />
  );
}
