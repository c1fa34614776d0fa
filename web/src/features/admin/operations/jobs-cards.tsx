import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import type { JobQueues } from "#contract/server.ts";
import { discardJob, jobsQuery, retryJob } from "#web/data/server.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { confirm } from "#web/ui/confirm.tsx";

export function JobsCards() {
  const { data } = useSuspenseQuery(jobsQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
      <Queues kinds={data.kinds} />
      <FailedJobs jobs={data.failed} />
    </div>
  );
}

const columns = ["Kind", "Waiting", "Running", "Failed"];

function Queues({ kinds }: { kinds: JobQueues["kinds"] }) {
  return (
    <Card>
      <CardHead title="Job queue" help="Work that happens by itself, by its kind." />
      <CardBody>
        <table aria-label="Job queue" className="w-full border-collapse text-left text-13">
          <thead>
            <tr>
              {columns.map((name, i) => (
                <th
                  key={name}
                  scope="col"
                  className={`h-9 border-line border-b font-medium text-12 text-ink-3 ${i > 0 ? "w-16 text-right" : ""}`}
                >
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, waiting, running, failed }) => (
              <tr key={kind} className="border-line border-b last:border-0">
                <th scope="row" className="h-9 font-normal">
                  {named(kind)}
                </th>
                <td className="text-right tabular-nums">{waiting}</td>
                <td className="text-right tabular-nums">{running}</td>
                <td className="text-right tabular-nums">
                  {failed > 0 ? <span className="font-medium text-warn">{failed}</span> : failed}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </CardBody>
    </Card>
  );
}

/** 'process-recording' → 'Process recording' */
const named = (kind: string) => {
  const words = kind.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function FailedJobs({ jobs }: { jobs: JobQueues["failed"] }) {
  return (
    <Card>
      <CardHead title="Failed jobs" help="Every try has failed. Nothing else happens to them." />
      <CardBody>
        {jobs.length === 0 ? (
          <p className="text-14 text-ink-2">Nothing has failed</p>
        ) : (
          <ul className="grid gap-5">
            {jobs.map((job) => (
              <FailedJob key={job.id} job={job} />
            ))}
          </ul>
        )}
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
      description: "What it was to do stays undone.",
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
