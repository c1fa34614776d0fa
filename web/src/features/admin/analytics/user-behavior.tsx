import type { Analytics } from "#contract/analytics.ts";
import { Figures } from "#web/features/admin/figures.tsx";
import { counted, formatGigabytes } from "#web/lib/format.ts";
import { Card, CardBody, CardHead } from "#web/ui/card.tsx";
import { LevelCard } from "./level-card.tsx";
import { Pair, Section, worded } from "./section.tsx";

type Behavior = Analytics["user_behavior"];

interface Props {
  behavior: Behavior;
  /** Else its figures are zeros, and nothing more can be said. */
  isRead: boolean;
}

export function UserBehavior({ behavior, isRead }: Props) {
  const { most_active_users, peak_usage_hours, avg_session_duration } = behavior;
  return (
    <Section title="User Behavior">
      <Figures
        figures={[
          {
            name: "Average Session",
            value: worded(avg_session_duration, (minutes) => `${minutes.toFixed(1)} min`),
            help: "From the first to the last sign of life",
          },
        ]}
      />
      {isRead && (
        <Pair>
          <MostActiveUsers users={most_active_users} />
          <PeakUsageTimes hours={peak_usage_hours} />
        </Pair>
      )}
    </Section>
  );
}

function MostActiveUsers({ users }: { users: Behavior["most_active_users"] }) {
  return (
    <Card>
      <CardHead title="Most Active Users" help="By the recordings that are still there." />
      <CardBody>
        {users.length === 0 ? (
          <p className="text-14 text-ink-2">Nobody has recorded anything in this period</p>
        ) : (
          <ol className="grid gap-3">
            {users.map(({ username, video_count, storage_gb }, i) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: names are not unique, and their order is all there is
                key={`${i} ${username}`}
                className="grid grid-cols-[1.5rem_minmax(0,1fr)_auto] items-baseline gap-3 text-14"
              >
                <span className="text-12 text-ink-3 tabular-nums">{i + 1}</span>
                <span className="truncate font-medium">{username}</span>
                <span className="text-13 text-ink-2 tabular-nums">
                  {counted(video_count, "video")} · {formatGigabytes(storage_gb)}
                </span>
              </li>
            ))}
          </ol>
        )}
      </CardBody>
    </Card>
  );
}

const BUSIEST = 8;
/** The specification's: the bar of so many is full. */
const FULL_HOUR = 200;

function PeakUsageTimes({ hours }: { hours: Behavior["peak_usage_hours"] }) {
  const busiest = hours.toSorted((a, b) => b.count - a.count).slice(0, BUSIEST);
  return (
    <LevelCard
      title="Peak Usage Times"
      help="When recordings are begun, by your clock."
      label="Peak usage times"
      full={FULL_HOUR}
      rows={busiest.map(({ hour, count }) => ({ name: clock(hour), count }))}
    />
  );
}

const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
