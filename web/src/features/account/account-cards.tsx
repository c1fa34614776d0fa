import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Download, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Device } from "#contract/account.ts";
import {
  changePassword,
  deleteMyAccount,
  devicesQuery,
  downloadArchive,
  setPassword,
  signOutDevice,
} from "#web/data/account.ts";
import { type Act, secondFactorQuery } from "#web/data/second-factor.ts";
import { hasPasskeys } from "#web/lib/browser/passkey.ts";
import { formatAgo, formatDate } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Form } from "#web/ui/controls/field.tsx";
import { NewPasswordField, PasswordField } from "#web/ui/controls/password-field.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Item } from "#web/ui/item.tsx";
import { DeleteAccountDialog } from "#web/ui/layers/delete-account-dialog.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

const SecondFactorDialog = lazy(() => import("./second-factor-dialog.tsx"));

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

export function ChangePasswordCard() {
  const [changes, setChanges] = useState(0);
  const { mutate, isPending, error } = useMutation(
    changePassword(() => setChanges((count) => count + 1)),
  );
  return (
    <SettingsCard
      title="Change Password"
      anchor="password"
      help="Every other device and browser is signed out when it changes."
    >
      <Form key={changes} onData={mutate} error={error} className="grid gap-5">
        <PasswordField label="Current password" name="current_password" required />
        <NewPasswordField label="New password" name="new_password" required />
        <Button type="submit" tone="primary" className="justify-self-start" busy={isPending}>
          {isPending ? "Changing Password..." : "Change Password"}
        </Button>
      </Form>
    </SettingsCard>
  );
}

/** For accounts made with Google. Once a password is set, the card for changing it takes this one's place. */
function SetPasswordCard() {
  const { mutate, isPending, error } = useMutation(setPassword);
  return (
    <SettingsCard
      title="Set Password"
      anchor="password"
      help="You sign in with Google. With a password you can sign in by email as well."
    >
      <Form onData={mutate} error={error} className="grid gap-5">
        <NewPasswordField label="Password" name="password" required />
        <Button type="submit" tone="primary" className="justify-self-start" busy={isPending}>
          {isPending ? "Setting Password..." : "Set Password"}
        </Button>
      </Form>
    </SettingsCard>
  );
}

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

function DevicesCard() {
  const { data: devices } = useSuspenseQuery(devicesQuery);
  return (
    <SettingsCard
      title="Devices"
      anchor="devices"
      help="The devices on which you are signed in. Sign out devices that you no longer use. If you do not know one, change your password as well."
    >
      <ul className="grid divide-y divide-line">
        {devices.map((device) => (
          <Item
            key={device.id}
            name={device.device}
            mark={device.is_current && "This device"}
            help={<Facts facts={factsOf(device)} />}
          >
            {!device.is_current && (
              <WriteButton
                size="sm"
                aria-label={`Sign out ${device.device}`}
                write={signOutDevice}
                input={device.id}
                question={{
                  title: `Sign out ${device.device}?`,
                  description: "It has to log in again. Its running recording stays on it.",
                  danger: true,
                }}
              >
                Sign out
              </WriteButton>
            )}
          </Item>
        ))}
      </ul>
    </SettingsCard>
  );
}

function factsOf({ created_at, last_seen_at, is_current }: Device) {
  const signedIn = `Signed in ${formatDate(created_at)}`;
  return is_current ? [signedIn] : [`Last seen ${formatAgo(last_seen_at)}`, signedIn];
}

export function LeavingCard() {
  const { email, password_set } = useUser();
  const deletion = useMutation(deleteMyAccount);
  const [isAsking, setAsking] = useState(false);
  return (
    <SettingsCard
      title="Your data"
      anchor="data"
      help="Everything that is yours here, in one archive: recordings, captions, comments and settings."
    >
      <div className="flex flex-wrap gap-2">
        <WriteButton icon={<Download />} write={downloadArchive()}>
          Download everything
        </WriteButton>
        <Button tone="danger" icon={<Trash2 />} onClick={() => setAsking(true)}>
          Delete account
        </Button>
      </div>
      {isAsking && (
        <DeleteAccountDialog
          title="Delete your account?"
          email={email}
          isPending={deletion.isPending}
          error={deletion.error}
          asksPassword={password_set}
          onDelete={(typed, password) => deletion.mutate({ email: typed, password })}
          onClose={() => setAsking(false)}
        />
      )}
    </SettingsCard>
  );
}
