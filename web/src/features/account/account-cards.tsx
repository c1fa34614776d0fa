import { useUser } from "#web/lib/session.ts";
import { AccountInformationCard } from "./account-information-card.tsx";
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
