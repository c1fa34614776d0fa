import { useSuspenseQuery } from "@tanstack/react-query";
import type { ServerState } from "#contract/server.ts";
import { serverQuery } from "#web/data/server.ts";
import { Figures } from "#web/features/admin/figures.tsx";
import { formatSize } from "#web/lib/format.ts";
import { Page } from "#web/ui/page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { JobsCards } from "./jobs-cards.tsx";
import { SpeechCard } from "./speech-card.tsx";
import { StorageCard } from "./storage-card.tsx";

export function OperationsPage() {
  const { data } = useSuspenseQuery(serverQuery);
  return (
    <Page>
      <PageHead
        title="Operations"
        help="How this server is, what it has to do, and what it holds."
      />
      <ServerFacts server={data} />
      <JobsCards />
      {data.speech_models && <SpeechCard models={data.speech_models} />}
      <StorageCard stores={data.stores} check={data.storage_check} />
    </Page>
  );
}

const modes: Record<ServerState["mode"], string> = {
  embedded: "Embedded Postgres",
  postgres: "Postgres of your own",
  supabase: "Supabase project",
};

function ServerFacts({ server }: { server: ServerState }) {
  const facts = [
    { name: "Version", value: server.version, help: modes[server.mode] },
    { name: "Uptime", value: formatUptime(server.uptime_seconds), help: "Of this process" },
    {
      name: "Open sockets",
      value: server.open_sockets === null ? "–" : String(server.open_sockets),
      help: server.open_sockets === null ? "Served by Supabase" : "Pages that listen",
    },
    {
      name: "Database",
      value: formatSize(server.database_bytes),
      help: `Postgres ${server.database_version}`,
    },
    {
      name: "Disk room",
      value: formatSize(server.disk_free_bytes),
      help: `Of ${formatSize(server.disk_total_bytes)}`,
    },
  ];
  return <Figures figures={facts} />;
}

function formatUptime(seconds: number) {
  const minutes = Math.floor(seconds / 60);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
