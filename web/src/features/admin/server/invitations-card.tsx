import { useMutation, useSuspenseQueries } from "@tanstack/react-query";
import { Check, Copy } from "lucide-react";
import { useState } from "react";
import type { Invitation } from "#contract/settings.ts";
import { configQuery } from "#web/data/config.ts";
import { invitationsQuery, invite, withdrawInvitation } from "#web/data/server-settings.ts";
import { fieldError } from "#web/lib/api-error.ts";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { formatDate } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { TextField } from "#web/ui/controls/field.tsx";
import { toast } from "#web/ui/layers/toast.ts";
import { SettingsCard } from "#web/ui/settings-card.tsx";

const DAYS = 14;

export function InvitationsCard() {
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
      <form
        className="grid gap-3"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ email: email.trim() || null, days: DAYS });
        }}
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
          error={fieldError(error, "email")}
        />
        <Button type="submit" className="w-fit" busy={isPending}>
          {email.trim() && config.mail ? "Send invitation" : "Create invitation"}
        </Button>
      </form>
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
  const { copied, copy } = useCopy();
  const { mutate, isPending } = useMutation(withdrawInvitation);
  const isOver = used_at === null && Date.parse(expires_at) <= Date.now();
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
            <Button
              size="sm"
              icon={copied ? <Check /> : <Copy />}
              onClick={() => void copy(`${location.origin}${path}`)}
            >
              {copied ? "Copied" : "Copy link"}
            </Button>
          )}
          <Button size="sm" tone="danger" busy={isPending} onClick={() => mutate(id)}>
            Withdraw
          </Button>
        </div>
      )}
    </li>
  );
}
