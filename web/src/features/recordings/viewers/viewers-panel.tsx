import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, Eye } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { Viewers } from "#contract/viewers.ts";
import { exportViewers, viewersQuery, WATCHED_EVERY_MS } from "#web/data/viewers.ts";
import { counted, formatDate, formatDuration } from "#web/lib/format.ts";
import { Select } from "#web/ui/controls/select.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Progress } from "#web/ui/progress.tsx";
import { Loading } from "#web/ui/skeleton.tsx";

export function ViewersPanel({ recordingId }: { recordingId: string }) {
  const [link, setLink] = useState<string>();
  const often = { refetchInterval: WATCHED_EVERY_MS, placeholderData: keepPreviousData };
  const { data: all } = useQuery({ ...viewersQuery(recordingId), ...often });
  const links = all?.by_link.filter(({ share_id }) => share_id !== null) ?? [];
  // A link that was revoked meanwhile has no figures of its own any more.
  const chosen = links.find(({ share_id }) => share_id === link)?.share_id ?? undefined;
  const query = useQuery({ ...viewersQuery(recordingId, chosen), ...often });
  if (query.data)
    return (
      <div className="grid gap-6">
        {(links.length > 1 || chosen) && (
          <Select
            label="Link"
            value={chosen ?? ""}
            options={[
              { value: "", label: "All links" },
              ...links.map(({ share_id, label }) => ({
                value: share_id ?? "",
                label: label || NO_NAME,
              })),
            ]}
            onChange={setLink}
          />
        )}
        <Figures id={recordingId} viewers={query.data} />
      </div>
    );
  if (query.isPending)
    return <Loading label="Loading viewers" className="grid gap-4" blocks={["h-14", "h-32"]} />;
  return <LoadError title="Failed to load viewers" onRetry={() => void query.refetch()} />;
}

const NO_NAME = "A link without a name";

function Figures({ id, viewers }: { id: string; viewers: Viewers }) {
  const { plays, unique_viewers, guests, average_fraction, people } = viewers;
  if (plays === 0)
    return (
      <EmptyState
        icon={<Eye />}
        title="Nobody has watched yet"
        help="Who plays this through a link is counted here. Your own plays are not."
      />
    );
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-3 gap-2">
        <Figure name="Plays" value={plays.toLocaleString("en")} />
        <Figure name="Viewers" value={unique_viewers.toLocaleString("en")} />
        <Figure name="Watched" value={percent(average_fraction)} />
      </dl>
      <Part title="People">
        {people.map(({ name, fraction, last_at }) => (
          <li key={`${name} ${last_at}`} className="grid gap-1.5">
            <Line name={name} value={percent(fraction)} />
            <Progress label={`Seen by ${name}`} value={fraction * 100} />
            <p className="text-12 text-ink-2">{formatDate(last_at)}</p>
          </li>
        ))}
        {guests > 0 && (
          <li>
            <Line name="Without a name" value={guests.toLocaleString("en")} />
          </li>
        )}
      </Part>
      <Sums viewers={viewers} />
      {people.length > 0 && (
        <WriteButton size="sm" icon={<Download />} write={exportViewers(id)}>
          Download people
        </WriteButton>
      )}
    </div>
  );
}

const MOST_DAYS = 14;

function Sums({ viewers: { by_day, by_link, by_site } }: { viewers: Viewers }) {
  return (
    <>
      <Part title="Links">
        {by_link.map(({ share_id, label, plays, unique_viewers, seconds }) => (
          <li key={share_id}>
            <Line
              name={share_id ? label || NO_NAME : "Links that are gone"}
              value={`${formatDuration(seconds)} watched`}
            />
            <Facts
              className="text-12 text-ink-2"
              facts={[counted(plays, "play"), counted(unique_viewers, "viewer")]}
            />
          </li>
        ))}
      </Part>
      {by_site.length > 0 && (
        <Part title="Sites">
          {by_site.map(({ site, plays }) => (
            <li key={site}>
              <Line name={site} value={counted(plays, "play")} />
            </li>
          ))}
        </Part>
      )}
      <Part title="Days">
        {by_day.slice(-MOST_DAYS).map(({ date, plays, seconds }) => (
          <li key={date}>
            <Line name={formatDate(date)} value={`${formatDuration(seconds)} watched`} />
            <p className="text-12 text-ink-2">{counted(plays, "play")}</p>
          </li>
        ))}
      </Part>
    </>
  );
}

const percent = (fraction: number) => `${Math.round(fraction * 100)}%`;

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="grid content-start rounded-12 border border-line bg-raised p-3">
      <dt className="text-12 text-ink-2">{name}</dt>
      <dd className="font-medium text-20 tabular-nums">{value}</dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="font-medium text-14">{title}</h2>
      <ul aria-label={title} className="grid gap-3">
        {children}
      </ul>
    </section>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <p className="flex items-baseline justify-between gap-4 text-14">
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{name}</bdi>
      <span className="shrink-0 text-ink-2 tabular-nums">{value}</span>
    </p>
  );
}
