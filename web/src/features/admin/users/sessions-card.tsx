import { useMutation } from "@tanstack/react-query";
import type { Person, PersonSession } from "#contract/admin-users.ts";
import { endAllSessions, endSession } from "#web/data/admin-users.ts";
import { formatAgo, formatDate } from "#web/lib/format.ts";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";

interface Props {
  person: Person;
  mayChange: boolean;
}

export function SessionsCard({ person: { user, sessions }, mayChange }: Props) {
  const all = useMutation(endAllSessions(user.id));
  const ask = async () => {
    const isSure = await confirm({
      title: `Sign ${user.username} out everywhere?`,
      description: "They have to log in again. Their running recording stays on their computer.",
      danger: true,
    });
    if (isSure) all.mutate();
  };
  return (
    <Card>
      <CardHead
        title="Sessions"
        help="The devices on which they are signed in."
        actions={
          mayChange &&
          sessions.length > 0 && (
            <Button size="sm" tone="danger" busy={all.isPending} onClick={() => void ask()}>
              End all
            </Button>
          )
        }
      />
      <CardBody>
        {sessions.length === 0 ? (
          <p className="text-14 text-ink-2">Signed in nowhere</p>
        ) : (
          <ul className="grid divide-y divide-line">
            {sessions.map((session) => (
              <Row key={session.id} session={session} person={user.id} mayChange={mayChange} />
            ))}
          </ul>
        )}
      </CardBody>
    </Card>
  );
}

interface RowProps {
  session: PersonSession;
  person: string;
  mayChange: boolean;
}

function Row({ session, person, mayChange }: RowProps) {
  const { mutate, isPending } = useMutation(endSession(person));
  const { id, device, created_at, last_seen_at } = session;
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium text-14 [overflow-wrap:anywhere]">{device}</p>
        <Facts
          facts={[
            `Last seen ${formatAgo(last_seen_at, Date.now())}`,
            `Since ${formatDate(created_at)}`,
          ]}
          className="text-13 text-ink-2"
        />
      </div>
      {mayChange && (
        <Button size="sm" aria-label={`End ${device}`} busy={isPending} onClick={() => mutate(id)}>
          End
        </Button>
      )}
    </li>
  );
}
