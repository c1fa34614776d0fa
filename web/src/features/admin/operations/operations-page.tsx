import { useSuspenseQueries } from "@tanstack/react-query";
import type { ServerState } from "#contract/server.ts";
import { jobsQuery, serverQuery } from "#web/data/server.ts";
import { formatSize } from "#web/lib/format.ts";
import { Facts } from "#web/ui/facts.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { FailedJobs, Queues } from "./jobs-cards.tsx";
import { isBroken, SpeechCard } from "./speech-card.tsx";
import { differs, StorageCard } from "./storage-card.tsx";

export function OperationsPage() {
  const [{ data: server }, { data: jobs }] = useSuspenseQueries({
    queries: [serverQuery, jobsQuery],
  });
  const { speech_models: models } = server;
  const parts = [
    {
      wrong: jobs.failed.length > 0 && "failed jobs",
      part: <FailedJobs key="failed" jobs={jobs.failed} />,
    },
    { wrong: false, part: <Queues key="queues" kinds={jobs.kinds} /> },
    { wrong: differs(server) && "storage", part: <StorageCard key="storage" server={server} /> },
    {
      wrong: models?.some(isBroken) && "speech models",
      part: models && <SpeechCard key="speech" models={models} />,
    },
  ];
  const wrong = parts.flatMap((one) => one.wrong || []);
  return (
    <Page>
      <PageHead
        title="Operations"
        help={
          wrong.length === 0 ? "Nothing is known to be wrong." : `Look after: ${wrong.join(", ")}.`
        }
      />
      {parts.filter((one) => one.wrong).map(({ part }) => part)}
      {parts.filter((one) => !one.wrong).map(({ part }) => part)}
      <Facts className="text-13 text-ink-2" facts={factsOf(server)} />
    </Page>
  );
}

const factsOf = (server: ServerState) => [
  `Version ${server.version}`,
  `Up ${formatUptime(server.uptime_seconds)}`,
  server.open_sockets === null ? "Sockets at Supabase" : `${server.open_sockets} open sockets`,
  `Postgres ${server.database_version} (${server.mode})`,
  `Database ${formatSize(server.database_bytes)}`,
  `${formatSize(server.disk_free_bytes)} of ${formatSize(server.disk_total_bytes)} left on this server`,
];

function formatUptime(seconds: number) {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
