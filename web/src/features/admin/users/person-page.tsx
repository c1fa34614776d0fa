import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { AdminUser, Person } from "#contract/admin-users.ts";
import { deleteAccountOf, endAllSessions, endSession, personQuery } from "#web/data/admin-users.ts";
import { AuditLines } from "#web/features/admin/audit/audit-lines.tsx";
import { Figures } from "#web/features/admin/figures.tsx";
import { RoleBadge, StatusBadge, wayIn } from "#web/features/admin/roles.tsx";
import { formatAgo, formatDate, formatSize } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { Button, buttonLook } from "#web/ui/controls/button.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { cx } from "#web/ui/cx.ts";
import { Facts } from "#web/ui/facts.tsx";
import { Item } from "#web/ui/item.tsx";
import { DeleteAccountDialog } from "#web/ui/layers/delete-account-dialog.tsx";
import { BackLink } from "#web/ui/page/back-link.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { ConfirmEmail, Controls, mayChange } from "./controls.tsx";
import { PlanCard } from "./plan-card.tsx";

export function PersonPage({ id, onDeleted }: { id: string; onDeleted: () => Promise<void> }) {
  const { data: person } = useSuspenseQuery(personQuery(id));
  const self = useUser();
  const isMine = mayChange(self, person.user);
  return (
    <Page>
      <div className="grid gap-4">
        <BackLink to="/admin/users" search={{}}>
          User Management
        </BackLink>
        <Head person={person} />
        {isMine && (
          <div className="flex flex-wrap items-center gap-2">
            <Controls user={person.user} self={self} />
            <ConfirmEmail user={person.user} />
          </div>
        )}
      </div>
      <Holdings person={person} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-2">
        <PlanCard person={person} mayChange={isMine} />
        <SessionsCard person={person} mayChange={isMine} />
      </div>
      <TitledCard
        title="In the audit log"
        help="Their acts, and the acts of admins on their account."
      >
        <AuditLines filters={{ person: id }} />
      </TitledCard>
      {isMine && <DeleteAccountCard user={person.user} onDeleted={onDeleted} />}
    </Page>
  );
}

function Head({ person: { user, last_active_at } }: { person: Person }) {
  return (
    <header className="flex min-w-0 flex-wrap items-start gap-4">
      <Avatar username={user.username} picture={user.profile_picture} />
      <div className="grid min-w-0 flex-1 gap-1">
        <h1 className="font-semibold text-28 [overflow-wrap:anywhere]">{user.username}</h1>
        <p className="text-14 text-ink-2 [overflow-wrap:anywhere]">{user.email}</p>
        <p className="flex flex-wrap items-center gap-2 text-13 text-ink-3">
          <RoleBadge role={user.role} />
          <StatusBadge suspended={user.suspended} />
          <Badge tone={user.email_confirmed ? "ok" : "plain"}>
            {user.email_confirmed ? "Email confirmed" : "Email not confirmed"}
          </Badge>
          <span>{wayIn(user)}</span>
          <span>Joined {formatDate(user.created_at)}</span>
          <span>{last_active_at ? `Last here ${formatAgo(last_active_at)}` : "Never here"}</span>
        </p>
      </div>
    </header>
  );
}

function Holdings({ person: { user, holdings, drive_connected } }: { person: Person }) {
  return (
    <div className="grid gap-3">
      <Figures
        figures={[
          ["Recordings", String(holdings.recordings)],
          ["Storage", formatSize(holdings.bytes)],
          ["Open links", String(holdings.links)],
          ["Comments", String(holdings.comments)],
          ["Google Drive", drive_connected ? "Connected" : "Not connected"],
        ]}
      />
      {holdings.recordings > 0 && (
        <Link
          to="/admin/videos"
          search={{ owner: user.id }}
          className={cx(buttonLook({ size: "sm" }), "w-fit")}
        >
          See their recordings
        </Link>
      )}
    </div>
  );
}

interface DeleteAccountCardProps {
  user: AdminUser;
  onDeleted: () => Promise<void>;
}

function DeleteAccountCard({ user, onDeleted }: DeleteAccountCardProps) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation(deleteAccountOf(user.id, onDeleted));
  return (
    <TitledCard
      title="Delete this account"
      help="With every recording, link and comment of theirs, for good."
      actions={
        <>
          <Button size="sm" tone="danger" onClick={() => setAsking(true)}>
            Delete account
          </Button>
          {isAsking && (
            <DeleteAccountDialog
              title={`Delete the account of ${user.username}?`}
              email={user.email}
              isPending={isPending}
              error={error}
              onDelete={(typed) => mutate(typed)}
              onClose={() => setAsking(false)}
            />
          )}
        </>
      }
    />
  );
}

function SessionsCard({ person, mayChange }: { person: Person; mayChange: boolean }) {
  const { user, sessions } = person;
  const question = {
    title: `Sign ${user.username} out everywhere?`,
    description: "They have to log in again. Their running recording stays on their computer.",
    danger: true,
  };
  return (
    <TitledCard
      title="Sessions"
      help="The devices on which they are signed in."
      actions={
        mayChange &&
        sessions.length > 0 && (
          <WriteButton size="sm" tone="danger" write={endAllSessions(user.id)} question={question}>
            End all
          </WriteButton>
        )
      }
    >
      {sessions.length === 0 ? (
        <p className="text-14 text-ink-2">Signed in nowhere</p>
      ) : (
        <ul className="grid divide-y divide-line">
          {sessions.map(({ id, device, created_at, last_seen_at }) => (
            <Item
              key={id}
              name={device}
              help={
                <Facts
                  facts={[
                    `Last seen ${formatAgo(last_seen_at)}`,
                    `Since ${formatDate(created_at)}`,
                  ]}
                />
              }
            >
              {mayChange && (
                <WriteButton
                  size="sm"
                  aria-label={`End ${device}`}
                  write={endSession(user.id)}
                  input={id}
                >
                  End
                </WriteButton>
              )}
            </Item>
          ))}
        </ul>
      )}
    </TitledCard>
  );
}
