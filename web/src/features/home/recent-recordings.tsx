import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Recording, RecordingList } from "#contract/recordings.ts";
import { formatDate, formatSize } from "#web/lib/format.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { Facts } from "#web/ui/facts.tsx";
import { Loading } from "#web/ui/skeleton.tsx";

const SHOWN = 3;

interface Props {
  library: RecordingList | undefined;
  thumbnail: (recording: Recording) => ReactNode;
  /** The label on the picture: how long the recording is, or why that is not known. */
  label: (recording: Recording) => string;
}

const CARDS = "grid gap-4 sm:grid-cols-3";
const COVERS = Array<string>(SHOWN).fill("aspect-video rounded-12");

export function RecentRecordings({ library, thumbnail, label }: Props) {
  const { recordings, total } = library ?? { recordings: [], total: undefined };
  return (
    <section className="grid gap-4">
      <div className="flex h-8 items-center justify-between gap-4">
        <h2 className="font-semibold text-20">Recent Recordings</h2>
        {total !== undefined && total > SHOWN && (
          <Link to="/my-recordings" className={buttonLook({ tone: "quiet", size: "sm" })}>
            View All ({total})
          </Link>
        )}
      </div>
      {total === undefined ? (
        <Loading label="Loading your dashboard" className={CARDS} blocks={COVERS} />
      ) : total === 0 ? (
        <p className="text-14 text-ink-2">No recordings yet. Start your first recording!</p>
      ) : (
        <ul className={CARDS}>
          {recordings.slice(0, SHOWN).map((recording) => (
            <li key={recording.id} className="min-w-0">
              <Link
                to="/video/$id"
                params={{ id: recording.id }}
                className="group grid gap-3 rounded-12"
              >
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
                    {recording.filename}
                  </span>
                  <Facts
                    facts={[formatDate(recording.created_at), formatSize(recording.size)]}
                    className="text-13 text-ink-3"
                  />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
