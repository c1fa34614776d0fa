import { formatDate } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { SettingsCard } from "#web/ui/settings-card.tsx";

export function AccountInformationCard() {
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
