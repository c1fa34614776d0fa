import { useMutation, useSuspenseQueries } from "@tanstack/react-query";
import { isValid } from "date-fns";
import { startTransition, useId, useRef, useState } from "react";
import type { Person } from "#contract/admin-users.ts";
import { givePlan } from "#web/data/admin-users.ts";
import { configQuery } from "#web/data/config.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { dayOf, formatDate } from "#web/lib/format.ts";
import { TitledCard } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { Form, TextField } from "#web/ui/controls/field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { Dialog } from "#web/ui/layers/dialog.tsx";

export function PlanCard({ person, mayChange }: { person: Person; mayChange: boolean }) {
  const [isGiving, setGiving] = useState(false);
  const { plan } = person;
  return (
    <TitledCard
      title="Plan"
      actions={
        mayChange &&
        !plan.paid && (
          <Button size="sm" onClick={() => startTransition(() => setGiving(true))}>
            Change plan
          </Button>
        )
      }
      className="grid gap-1 text-14"
    >
      <p className="font-semibold text-20">{plan.name}</p>
      <p className="text-13 text-ink-2">
        {plan.paid
          ? "They pay for it, so only they change it."
          : plan.gift_until
            ? `A gift until ${formatDate(plan.gift_until)}; then it is as before.`
            : "Nothing is charged for it."}
      </p>
      {isGiving && <GivePlan person={person} onClose={() => setGiving(false)} />}
    </TitledCard>
  );
}

function GivePlan({ person: { user, plan }, onClose }: { person: Person; onClose: () => void }) {
  const [{ data: plans }, { data: config }] = useSuspenseQueries({
    queries: [plansQuery, configQuery],
  });
  const [wanted, setWanted] = useState(plan.id);
  const [day, setDay] = useState(plan.gift_until ? dayOf(plan.gift_until) : "");
  const field = useRef<HTMLInputElement>(null);
  const form = useId();
  const end = new Date(`${day}T23:59:59`); // the server objects to a day that it cannot read
  const { mutate, isPending, error } = useMutation(givePlan(user.id, onClose));
  const give = () => {
    // A day that is typed by half reads as none, and a plan without a day is theirs for good.
    if (field.current?.validity.badInput) return field.current.reportValidity();
    mutate({ plan_id: wanted, until: isValid(end) ? end.toISOString() : day || null });
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Plan of ${user.username}`}
      description={
        config.payments
          ? "Plans are sold on this server, so what you give ends by itself."
          : "Without a day it is theirs for good; with one, the plan from before comes back then."
      }
      cancels
      footer={
        <Button form={form} type="submit" tone="primary" busy={isPending}>
          Give plan
        </Button>
      }
    >
      <Form id={form} onData={give} error={error} className="grid gap-5">
        <Select
          label="Plan"
          value={wanted}
          options={plans.map(({ id, name, storage_gb }) => ({
            value: id,
            label: name,
            hint: storage_gb > 0 ? `${storage_gb} GB` : "In their own Google Drive",
          }))}
          onChange={setWanted}
        />
        <TextField
          ref={field}
          label={config.payments ? "Until" : "Until (optional)"}
          type="date"
          name="until"
          max="9998-12-31"
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </Form>
    </Dialog>
  );
}
