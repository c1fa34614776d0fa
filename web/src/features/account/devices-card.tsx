import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import type { Device } from "#contract/account.ts";
import { devicesQuery, signOutDevice } from "#web/data/account.ts";
import { formatAgo, formatDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

export function DevicesCard() {
  const { data: devices } = useSuspenseQuery(devicesQuery);
  const now = Date.now();
  return (
    <SettingsCard
      title="Devices"
      anchor="devices"
      help="The devices on which you are signed in. Sign out devices that you no longer use. If you do not know one, change your password as well."
    >
      <ul className="grid divide-y divide-line">
        {devices.map((device) => (
          <li key={device.id} className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-2 font-medium text-14 [overflow-wrap:anywhere]">
                {device.device}
                {device.is_current && <Badge tone="ok">This device</Badge>}
              </p>
              <Facts facts={factsOf(device, now)} className="text-13 text-ink-2" />
            </div>
            {!device.is_current && <SignOut device={device} />}
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}

function factsOf({ created_at, last_seen_at, is_current }: Device, now: number) {
  const signedIn = `Signed in ${formatDate(created_at)}`;
  return is_current ? [signedIn] : [`Last seen ${formatAgo(last_seen_at, now)}`, signedIn];
}

function SignOut({ device: { id, device } }: { device: Device }) {
  const { mutate, isPending } = useMutation(signOutDevice);
  const ask = async () => {
    const isSure = await confirm({
      title: `Sign out ${device}?`,
      description: "It has to log in again. Its running recording stays on it.",
      danger: true,
    });
    if (isSure) mutate(id);
  };
  return (
    <Button size="sm" busy={isPending} aria-label={`Sign out ${device}`} onClick={() => void ask()}>
      Sign out
    </Button>
  );
}
