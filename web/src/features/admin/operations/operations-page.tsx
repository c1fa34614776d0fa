import { useSuspenseQueries } from "@tanstack/react-query";
import type { JobQueues, ServerState, SpeechModel } from "#contract/server.ts";
import {
  discardJob,
  downloadSpeechModel,
  jobsQuery,
  retryJob,
  serverQuery,
} from "#web/data/server.ts";
import { counted, formatDateTime, formatSize } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { TitledCard } from "#web/ui/card.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { differs, StorageCard } from "./storage-card.tsx";

export function OperationsPage() {
  const [{ data: server }, { data: jobs }] = useSuspenseQueries({
    queries: [serverQuery, jobsQuery],
  });
  const { speech_models: models } = server;
  const parts = [
    {
      wrong: jobs.failed.length > 0 && "failed jobs",
      part: jobs.failed.length > 0 && <FailedJobs key="failed" jobs={jobs.failed} />,
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
      {parts.toSorted((a, b) => Number(!a.wrong) - Number(!b.wrong)).map(({ part }) => part)}
      <Facts className="text-13 text-ink-2" facts={factsOf(server)} />
    </Page>
  );
}

const factsOf = (server: ServerState) => [
  `Version ${server.version}`,
  `Up ${formatUptime(server.uptime_seconds)}`,
  server.open_sockets === null
    ? "Sockets at Supabase"
    : counted(server.open_sockets, "open socket"),
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

function Queues({ kinds }: Pick<JobQueues, "kinds">) {
  const lines = kinds.map(({ kind, waiting, running, failed }) => ({
    kind,
    facts: Object.entries({ waiting, running, failed })
      .filter(([, count]) => count > 0)
      .map(([state, count]) => `${count} ${state}`),
  }));
  const busy = lines.filter(({ facts }) => facts.length > 0);
  const idle = lines.filter(({ facts }) => facts.length === 0).map(({ kind }) => named(kind));
  return (
    <TitledCard title="Job queue" help="Work that happens by itself." className="grid gap-3">
      {busy.map(({ kind, facts }) => (
        <div key={kind} className="flex flex-wrap justify-between gap-x-4 text-14">
          <span>{named(kind)}</span>
          <span className="text-ink-2 tabular-nums">{facts.join(" · ")}</span>
        </div>
      ))}
      {idle.length > 0 && <p className="text-12 text-ink-3">Nothing to do: {idle.join(", ")}</p>}
    </TitledCard>
  );
}

/** 'process-recording' → 'Process recording' */
const named = (kind: string) => {
  const words = kind.replaceAll("-", " ").replace(/letter/, "email");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function FailedJobs({ jobs }: { jobs: JobQueues["failed"] }) {
  return (
    <TitledCard title="Failed jobs" help="Every try has failed. Nothing else happens to them.">
      <ul className="grid gap-5">
        {jobs.map(({ id, kind, failed_at, reason, data }) => (
          <li key={id} className="grid gap-2">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Badge tone="warn">{named(kind)}</Badge>
              <time className="text-12 text-ink-3 tabular-nums" dateTime={failed_at}>
                {formatDateTime(failed_at)}
              </time>
            </div>
            <p className="text-13 [overflow-wrap:anywhere]">{reason || "No reason was given"}</p>
            <p className="font-mono text-12 text-ink-3 [overflow-wrap:anywhere]">
              {Object.entries(data)
                .map(([name, value]) => `${name} ${String(value)}`)
                .join(", ")}
            </p>
            <div className="flex gap-2">
              <WriteButton size="sm" write={retryJob} input={id}>
                Retry
              </WriteButton>
              <WriteButton
                size="sm"
                tone="danger"
                write={discardJob}
                input={id}
                question={beforeDiscard}
              >
                Discard
              </WriteButton>
            </div>
          </li>
        ))}
      </ul>
    </TitledCard>
  );
}

const beforeDiscard = {
  title: "Discard this job?",
  description: "Its work stays undone.",
  danger: true,
};

const isBroken = ({ state, error }: SpeechModel) => state === "broken" || error !== null;

function SpeechCard({ models }: { models: readonly SpeechModel[] }) {
  return (
    <TitledCard
      title="Speech models"
      help="A model that is not here is downloaded when its language is first asked for."
    >
      <ul className="grid gap-5">
        {models.map((model) => {
          const { name, bytes, state, bytes_here, error } = model;
          const { tone, words } = states[state];
          const percent = bytes ? Math.floor((bytes_here / bytes) * 100) : 0;
          return (
            <li key={name} className="grid gap-1.5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
                <span className="min-w-0 break-words font-medium text-14">{name}</span>
                <Badge tone={tone}>
                  {state === "downloading" ? `${words} ${percent}%` : words}
                </Badge>
                {state === "absent" && bytes !== null && (
                  <WriteButton
                    size="sm"
                    className="ml-auto"
                    aria-label={`Download ${name}`}
                    write={downloadSpeechModel}
                    input={name}
                  >
                    Download
                  </WriteButton>
                )}
              </div>
              <p className="text-13 text-ink-2">{modelFacts(model)}</p>
              {state === "downloading" && (
                <Progress label={`Downloading ${name}`} value={percent} />
              )}
              {state === "broken" && <p className="text-13 text-warn">{ANOTHER_FILE}</p>}
              {error && <p className="text-13 text-warn">{error}</p>}
            </li>
          );
        })}
      </ul>
    </TitledCard>
  );
}

const ANOTHER_FILE =
  "The file in its place is not the one that it should be. Remove it, and download it again.";

const states = {
  absent: { tone: "plain", words: "Not here" },
  downloading: { tone: "info", words: "Downloading" },
  ready: { tone: "ok", words: "Ready" },
  broken: { tone: "warn", words: "Another file" },
} as const;

function modelFacts({ bytes, licence, credit, languages }: SpeechModel): string {
  if (bytes === null) return "A file of your own";
  const known = languages === null ? "about 100 languages" : languages.join(", ");
  return `${formatSize(bytes)} · ${licence}, by ${credit} · ${known}`;
}
