import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Recording, RecordingList } from "#contract/recordings.ts";
import { formatDate, formatSize } from "#web/lib/format.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

const SHOWN = 3;
const LIBRARY: string = "/my-recordings";

interface Props {
  library: RecordingList | undefined;
  thumbnail: (recording: Recording) => ReactNode;
  /** The label on the picture: how long the recording is, or why that is not known. */
  label: (recording: Recording) => string;
}

const CARDS = "grid gap-4 sm:grid-cols-3";

export function RecentRecordings({ library, thumbnail, label }: Props) {
  const { recordings, total } = library ?? { recordings: [], total: undefined };
  return (
    <section className="grid gap-4">
      <div className="flex h-8 items-center justify-between gap-4">
        <h2 className="font-semibold text-20">Recent Recordings</h2>
        {total !== undefined && total > SHOWN && (
          <Link to={LIBRARY} className={buttonLook({ tone: "quiet", size: "sm" })}>
            View All ({total})
          </Link>
        )}
      </div>
      {total === undefined ? (
        <Loading label="Loading your dashboard" className={CARDS}>
          {["first", "second", "third"].map((card) => (
            <Skeleton key={card} className="aspect-video rounded-12" />
          ))}
        </Loading>
      ) : total === 0 ? (
        <p className="text-14 text-ink-2">No recordings yet. Start your first recording!</p>
      ) : (
        <ul className={CARDS}>
          {recordings.slice(0, SHOWN).map((recording) => (
            <RecentCard key={recording.id} {...{ recording, thumbnail, label }} />
          ))}
        </ul>
      )}
    </section>
  );
}

function RecentCard({
  recording,
  thumbnail,
  label,
}: Omit<Props, "library"> & { recording: Recording }) {
  const { id, filename, created_at, size } = recording;
  const to: string = `/video/${id}`;
  return (
    <li className="min-w-0">
      <Link to={to} className="group grid gap-3 rounded-12">
        <span className="relative block overflow-hidden rounded-12 border border-line">
          {thumbnail(recording)}
          <span className="absolute right-2 bottom-2 rounded-[6px] bg-stage/85 px-1.5 py-0.5 font-medium text-12 text-on-stage tabular-nums">
            {label(recording)}
          </span>
        </span>
        <span className="grid gap-0.5">
          <span
            dir="auto"
            className="line-clamp-2 font-medium text-14 [overflow-wrap:anywhere] group-hover:underline"
          >
            {filename}
          </span>
          <Facts
            facts={[formatDate(created_at), formatSize(size)]}
            className="text-13 text-ink-3"
          />
        </span>
      </Link>
    </li>
  );
}
