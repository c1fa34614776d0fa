import { useMutation, useSuspenseQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Invitation, ServerSettings, SignUp } from "#contract/settings.ts";
import { configQuery } from "#web/data/config.ts";
import {
  changeServerSettings,
  invitationsQuery,
  invite,
  serverSettingsQuery,
  withdrawInvitation,
} from "#web/data/server-settings.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { formatDate } from "#web/lib/format.ts";
import { isPast } from "#web/lib/server-clock.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { CopyButton } from "#web/ui/controls/copy-button.tsx";
import { Field, Form, TextArea, TextField } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";

export function ServerSettingsPage() {
  return (
    <Page width="reading">
      <PageHead
        title="Server Settings"
        help="They count at once, for everyone and without a restart."
      />
      <div className="grid gap-4">
        <SignUpCard />
        <AnnouncementCard />
        <TrashCard />
        <InvitationsCard />
      </div>
    </Page>
  );
}

const ways: { value: SignUp; label: string; hint: string }[] = [
  { value: "open", label: "Everyone", hint: "Anybody may create an account" },
  { value: "invitation", label: "By invitation", hint: "Only with a link from below" },
  { value: "closed", label: "Nobody", hint: "Also not with an invitation" },
];

const FROM_ENVIRONMENT = "environment";

function SignUpCard() {
  const [{ data: settings }, { data: plans }] = useSuspenseQueries({
    queries: [serverSettingsQuery, plansQuery],
  });
  const { mutate, isPending } = useMutation(changeServerSettings);
  return (
    <SettingsCard title="New accounts" help="The way in for new people, and their first plan.">
      <div className="grid gap-6">
        <Select
          label="Who may sign up"
          value={settings.sign_up}
          options={ways}
          busy={isPending}
          onChange={(sign_up) => mutate({ sign_up })}
        />
        <Domains settings={settings} />
        <Select
          label="Plan of new accounts"
          value={settings.default_plan ?? FROM_ENVIRONMENT}
          options={[
            { value: FROM_ENVIRONMENT, label: "Default" },
            ...plans.map(({ name }) => ({ value: name, label: name })),
          ]}
          busy={isPending}
          onChange={(plan) => mutate({ default_plan: plan === FROM_ENVIRONMENT ? null : plan })}
        />
      </div>
    </SettingsCard>
  );
}

const PROVEN = "An email proves each address before its account is made.";
const NO_GATE = "This server sends no emails. Anybody can type such an address and come in.";

function Domains({ settings }: { settings: ServerSettings }) {
  const saved = settings.allowed_domains.join(", ");
  const [text, setText] = useState(saved);
  useEffect(() => setText(saved), [saved]);
  const { mutate, isPending, error } = useMutation(changeServerSettings);
  const named = text.split(/[\s,;]+/).filter((domain) => domain !== "");
  return (
    <Form className="grid gap-3" error={error} onData={() => mutate({ allowed_domains: named })}>
      <TextField
        label="Allowed email domains"
        hint={`Such as example.org, example.com. Empty: any. An invited person may have another. ${settings.domains_proven ? PROVEN : NO_GATE}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={named.map((_, index) => fieldError(error, `allowed_domains.${index}`)).find(Boolean)}
      />
      {text !== saved && (
        <Button type="submit" size="sm" className="w-fit" busy={isPending}>
          Save domains
        </Button>
      )}
    </Form>
  );
}

function TrashCard() {
  const [{ data: settings }] = useSuspenseQueries({ queries: [serverSettingsQuery] });
  const [days, setDays] = useState(String(settings.trash_days));
  const { mutate, isPending, error } = useMutation(changeServerSettings);
  return (
    <SettingsCard
      title="Trash"
      help="Deleted recordings wait there. What is in the trash now keeps its date."
    >
      <Form
        className="grid gap-3"
        error={error}
        onData={() => mutate({ trash_days: Number(days) })}
      >
        <TextField
          label="Days in the trash"
          type="number"
          min={1}
          max={365}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
          name="trash_days"
        />
        {days !== String(settings.trash_days) && (
          <Button type="submit" size="sm" className="w-fit" busy={isPending}>
            Save days
          </Button>
        )}
      </Form>
    </SettingsCard>
  );
}

function AnnouncementCard() {
  const [{ data: settings }] = useSuspenseQueries({ queries: [serverSettingsQuery] });
  const [text, setText] = useState(settings.announcement);
  const { mutate, isPending, error } = useMutation(changeServerSettings);
  return (
    <SettingsCard
      title="Announcement"
      help="Stands above every page of everyone who is signed in, within five minutes."
    >
      <Form className="grid gap-3" error={error} onData={() => mutate({ announcement: text })}>
        <Field label="What to say" error={fieldError(error, "announcement")}>
          {(control) => (
            <TextArea
              {...control}
              value={text}
              maxLength={500}
              placeholder="On Sunday from 8 to 9 this server is being updated."
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <Button
          type="submit"
          size="sm"
          className="w-fit"
          busy={isPending}
          disabled={text.trim() === settings.announcement}
        >
          {text.trim() === "" && settings.announcement ? "Take it back" : "Tell everyone"}
        </Button>
      </Form>
    </SettingsCard>
  );
}

const DAYS = 14;

function InvitationsCard() {
  const [{ data: invitations }, { data: config }] = useSuspenseQueries({
    queries: [invitationsQuery, configQuery],
  });
  const [email, setEmail] = useState("");
  const { mutate, isPending, error } = useMutation(
    invite((made) => {
      setEmail("");
      toast.success(
        made.email && config.mail
          ? `An email to ${made.email} is on its way`
          : "Invitation created: copy its link from the list",
      );
    }),
  );
  return (
    <SettingsCard title="Invitations" help="Each lets one new account in, within two weeks.">
      <Form
        className="grid gap-3"
        error={error}
        onData={() => mutate({ email: email.trim() || null, days: DAYS })}
      >
        <TextField
          label="Email address (optional)"
          type="email"
          hint={
            config.mail
              ? "The invitation is sent there, and works for this address alone. Empty: anybody may use its link."
              : "The link works for this address alone. Empty: anybody may use it."
          }
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          name="email"
        />
        <Button type="submit" className="w-fit" busy={isPending}>
          {email.trim() && config.mail ? "Send invitation" : "Create invitation"}
        </Button>
      </Form>
      {invitations.length > 0 && (
        <ul className="mt-5 grid divide-y divide-line border-line border-t">
          {invitations.map((invitation) => (
            <Row key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </SettingsCard>
  );
}

function Row({ invitation }: { invitation: Invitation }) {
  const { id, email, path, used_by, used_at, expires_at } = invitation;
  const isOver = used_at === null && isPast(expires_at);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 text-14 [overflow-wrap:anywhere]">
          {email ?? "Anyone with the link"}
          <Badge tone={used_at ? "ok" : isOver ? "plain" : "info"}>
            {used_at ? "Used" : isOver ? "Expired" : "Open"}
          </Badge>
        </p>
        <p className="text-12 text-ink-3 [overflow-wrap:anywhere]">
          {used_at
            ? `By ${used_by ?? "an account that is gone"}`
            : `Until ${formatDate(expires_at)}`}
        </p>
      </div>
      {!used_at && (
        <div className="flex gap-2">
          {!isOver && (
            <CopyButton size="sm" text={`${location.origin}${path}`}>
              Copy link
            </CopyButton>
          )}
          <WriteButton size="sm" tone="danger" write={withdrawInvitation} input={id}>
            Withdraw
          </WriteButton>
        </div>
      )}
    </li>
  );
}
