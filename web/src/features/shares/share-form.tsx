import { useMutation, useQuery } from "@tanstack/react-query";
import { Globe, Link, UserRound } from "lucide-react";
import { useState } from "react";
import type { Share } from "#contract/shares.ts";
import { configQuery } from "#web/data/config.ts";
import { createShare } from "#web/data/shares.ts";
import { errorText, fieldError } from "#web/lib/api-error.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { Form } from "#web/ui/form.tsx";
import { RadioCards } from "#web/ui/radio-cards.tsx";
import { Segmented } from "#web/ui/segmented.tsx";
import {
  type Draft,
  emptyDraft,
  expiries,
  NO_LETTERS,
  permissions,
  requestOf,
  whoCanOpen,
} from "./draft.ts";
import { ShareOptions } from "./share-options.tsx";

const people = [
  { value: "public", title: "Anyone with the link", help: "No account needed", icon: <Globe /> },
  { value: "private", title: "One person", help: "By their e-mail address", icon: <UserRound /> },
] as const;

interface Props {
  recordingId: string;
  onMade: (share: Share) => Promise<void>;
}

export function ShareForm({ recordingId, onMade }: Props) {
  const [draft, setDraft] = useState(emptyDraft);
  const { mutate, error, isPending } = useMutation(
    createShare(recordingId, async (share) => {
      setDraft(emptyDraft);
      await onMade(share);
    }),
  );
  const canSendMail = useQuery(configQuery).data?.mail ?? true;
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const errors = (field: string) => fieldError(error, field);
  const isSaidAtField = ["allowed_email", "password", "label"].some(errors);
  return (
    <Form className="grid gap-4" error={error} onData={() => mutate(requestOf(draft))}>
      <RadioCards
        label="Who can open it"
        value={draft.who}
        choices={people}
        onChange={(who) => change({ who })}
      />
      {draft.who === "private" && (
        <TextField
          label="Their e-mail address"
          type="email"
          autoComplete="off"
          value={draft.email}
          hint={canSendMail ? undefined : NO_LETTERS}
          error={errors("allowed_email")}
          onChange={(event) => change({ email: event.currentTarget.value })}
        />
      )}
      <Terms draft={draft} onChange={change} />
      <ShareOptions
        draft={draft}
        isOpen={draft.who === "private" && !canSendMail}
        onChange={change}
        errors={errors}
      />
      <WhoCanOpen draft={draft} canSendMail={canSendMail} />
      {error && !isSaidAtField && (
        <p role="alert" className="text-13 text-red-ink">
          {errorText(error, "Failed to create share link")}
        </p>
      )}
      <Button type="submit" tone="primary" icon={<Link />} busy={isPending} className="w-fit">
        Create link
      </Button>
    </Form>
  );
}

function Terms({ draft, onChange }: { draft: Draft; onChange: (part: Partial<Draft>) => void }) {
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
      <Choice title="Permission">
        <Segmented
          label="Permission"
          value={draft.permission}
          choices={permissions}
          onChange={(permission) => onChange({ permission })}
        />
      </Choice>
      <Choice title="Expires">
        <Segmented
          label="Expires"
          value={draft.expiry}
          choices={expiries}
          onChange={(expiry) => onChange({ expiry })}
          className="flex-wrap"
        />
      </Choice>
    </div>
  );
}

function Choice({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div className="grid min-w-0 gap-1.5">
      <span aria-hidden="true" className="font-medium text-13">
        {title}
      </span>
      {children}
    </div>
  );
}

function WhoCanOpen({ draft, canSendMail }: { draft: Draft; canSendMail: boolean }) {
  return (
    <p role="status" className="rounded-8 bg-wash px-3 py-2.5 text-13 text-ink-2">
      {whoCanOpen(draft, Date.now(), canSendMail).join(" ")}
    </p>
  );
}
