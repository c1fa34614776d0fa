import { useMutation, useSuspenseQueries } from "@tanstack/react-query";
import { useState } from "react";
import type { ServerSettings, SignUp } from "#contract/settings.ts";
import { changeServerSettings, serverSettingsQuery } from "#web/data/server-settings.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/controls/button.tsx";
import { Field, TextArea, TextField } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { SettingsCard } from "#web/ui/settings-card.tsx";
import { InvitationsCard } from "./invitations-card.tsx";

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
          disabled={isPending}
          onChange={(sign_up) => mutate({ sign_up })}
        />
        <Domains key={settings.allowed_domains.join()} settings={settings} />
        <Select
          label="Plan of new accounts"
          value={settings.default_plan ?? FROM_ENVIRONMENT}
          options={[
            { value: FROM_ENVIRONMENT, label: "Default" },
            ...plans.map(({ name }) => ({ value: name, label: name })),
          ]}
          disabled={isPending}
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
  const { mutate, isPending, error } = useMutation(changeServerSettings);
  const named = text.split(/[\s,;]+/).filter((domain) => domain !== "");
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutate({ allowed_domains: named });
      }}
    >
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
    </form>
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
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ trash_days: Number(days) });
        }}
      >
        <TextField
          label="Days in the trash"
          type="number"
          min={1}
          max={365}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
          error={fieldError(error, "trash_days")}
        />
        {days !== String(settings.trash_days) && (
          <Button type="submit" size="sm" className="w-fit" busy={isPending}>
            Save days
          </Button>
        )}
      </form>
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
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ announcement: text });
        }}
      >
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
      </form>
    </SettingsCard>
  );
}
