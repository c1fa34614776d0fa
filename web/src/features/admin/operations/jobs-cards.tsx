import { useMutation } from "@tanstack/react-query";
import type { JobQueues } from "#contract/server.ts";
import { discardJob, retryJob } from "#web/data/server.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { Button } from "#web/ui/controls/button.tsx";
import { confirm } from "#web/ui/layers/confirm.tsx";

export function Queues({ kinds }: Pick<JobQueues, "kinds">) {
  const lines = kinds.map(({ kind, waiting, running, failed }) => ({
    kind,
    facts: Object.entries({ waiting, running, failed })
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`),
  }));
  const busy = lines.filter(({ facts }) => facts.length > 0);
  const idle = lines.filter(({ facts }) => facts.length === 0).map(({ kind }) => named(kind));
  return (
    <Card>
      <CardHead title="Job queue" help="Work that happens by itself." />
      <CardBody className="grid gap-3">
        {busy.map(({ kind, facts }) => (
          <div key={kind} className="flex flex-wrap justify-between gap-x-4 text-14">
            <span>{named(kind)}</span>
            <span className="text-ink-2 tabular-nums">{facts.join(" · ")}</span>
          </div>
        ))}
        {idle.length > 0 && <p className="text-12 text-ink-3">Nothing to do: {idle.join(", ")}</p>}
      </CardBody>
    </Card>
  );
}

/** 'process-recording' → 'Process recording' */
const named = (kind: string) => {
  const words = kind.replaceAll("-", " ").replace(/letter/, "email");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function FailedJobs({ jobs }: { jobs: JobQueues["failed"] }) {
  if (jobs.length === 0) return null;
  return (
    <Card>
      <CardHead title="Failed jobs" help="Every try has failed. Nothing else happens to them." />
      <CardBody>
        <ul className="grid gap-5">
          {jobs.map((job) => (
            <FailedJob key={job.id} job={job} />
          ))}
        </ul>
      </CardBody>
    </Card>
  );
}

function FailedJob({ job }: { job: JobQueues["failed"][number] }) {
  const retry = useMutation(retryJob);
  const discard = useMutation(discardJob);
  const ask = async () => {
    const isSure = await confirm({
      title: "Discard this job?",
      description: "Its work stays undone.",
      danger: true,
    });
    if (isSure) discard.mutate(job.id);
  };
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone="warn">{named(job.kind)}</Badge>
        <time className="text-12 text-ink-3 tabular-nums" dateTime={job.failed_at}>
          {formatDateTime(job.failed_at)}
        </time>
      </div>
      <p className="text-13 [overflow-wrap:anywhere]">{job.reason || "No reason was given"}</p>
      <p className="font-mono text-12 text-ink-3 [overflow-wrap:anywhere]">
        {Object.entries(job.data)
          .map(([name, value]) => `${name} ${String(value)}`)
          .join(", ")}
      </p>
      <div className="flex gap-2">
        <Button size="sm" busy={retry.isPending} onClick={() => retry.mutate(job.id)}>
          Retry
        </Button>
        <Button size="sm" tone="danger" busy={discard.isPending} onClick={() => void ask()}>
          Discard
        </Button>
      </div>
    </li>
  );
}
