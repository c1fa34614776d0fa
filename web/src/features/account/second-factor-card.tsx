import { useSuspenseQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { type Act, secondFactorQuery } from "#web/data/second-factor.ts";
import { hasPasskeys } from "#web/lib/browser/passkey.ts";
import { formatDate } from "#web/lib/format.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Item } from "#web/ui/item.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

const SecondFactorDialog = lazy(() => import("./second-factor-dialog.tsx"));

export function SecondFactorCard() {
  const { data } = useSuspenseQuery(secondFactorQuery);
  const [act, setAct] = useState<Act>();
  const { totp, passkeys, recovery_codes_left: left } = data;
  return (
    <SettingsCard
      title="Second factor"
      anchor="second-factor"
      help="Signing in asks for a code or a passkey as well, so that your password alone lets nobody in."
    >
      <ul className="grid divide-y divide-line">
        <Item name="Authenticator app" help="A code from an app on your phone" mark={totp && "On"}>
          <Button size="sm" onClick={() => setAct({ kind: totp ? "totp-off" : "totp-on" })}>
            {totp ? "Turn off" : "Turn on"}
          </Button>
        </Item>
        {passkeys.map(({ id, name, created_at }) => (
          <Item key={id} name={name} help={`Passkey, added ${formatDate(created_at)}`}>
            <Button
              size="sm"
              aria-label={`Remove ${name}`}
              onClick={() => setAct({ kind: "passkey-off", id, name })}
            >
              Remove
            </Button>
          </Item>
        ))}
        {hasPasskeys() && (
          <Item name="Passkey" help="A fingerprint, a face, or a key that you plug in">
            <Button size="sm" onClick={() => setAct({ kind: "passkey-on" })}>
              Add
            </Button>
          </Item>
        )}
        {(totp || passkeys.length > 0) && (
          <Item name="Recovery codes" help={`${left} left, for when you have nothing else`}>
            <Button size="sm" onClick={() => setAct({ kind: "codes" })}>
              Make new ones
            </Button>
          </Item>
        )}
      </ul>
      <Suspense fallback={null}>
        {act && <SecondFactorDialog act={act} onClose={() => setAct(undefined)} />}
      </Suspense>
    </SettingsCard>
  );
}
