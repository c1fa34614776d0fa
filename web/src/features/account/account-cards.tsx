import { formatDate } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { SettingsCard } from "#web/ui/settings-card.tsx";
import { ChangePasswordCard } from "./change-password-card.tsx";
import { DevicesCard } from "./devices-card.tsx";
import { SecondFactorCard } from "./second-factor-card.tsx";
import { SetPasswordCard } from "./set-password-card.tsx";

export function AccountCards() {
  const { password_set } = useUser();
  return (
    <>
      <AccountInformationCard />
      {password_set ? <ChangePasswordCard /> : <SetPasswordCard />}
      <SecondFactorCard />
      <DevicesCard />
    </>
  );
}

function AccountInformationCard() {
  const { username, email, created_at } = useUser();
  const facts = [
    { name: "Username", value: username },
    { name: "Email", value: email },
    { name: "Joined", value: formatDate(created_at) },
  ];
  return (
    <SettingsCard title="Account Information" anchor="account">
      <dl className="grid gap-3">
        {facts.map(({ name, value }) => (
          <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4">
            <dt className="text-14 text-ink-2">{name}</dt>
            <dd className="font-medium text-14 [overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
    </SettingsCard>
  );
}
