import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { isUnderWay, subtitleQuery } from "#web/data/subtitles.ts";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Loading, Skeleton } from "#web/ui/skeleton.tsx";

interface Props {
  scope: Scope;
  /** The id of a subtitle that is ready. */
  id: string;
  label: string;
  /** Lines that are edited stay, whatever becomes of the subtitle meanwhile. */
  keeps?: boolean;
  children: (subtitle: SubtitleWithCues) => ReactNode;
}

/** A ready subtitle with its lines. A copy read while it was being made lacks some, and is not shown as all. */
export function WithLines({ scope, id, label, keeps, children }: Props) {
  const { data, isError, refetch } = useQuery(subtitleQuery(scope, id));
  const shown = useRef<SubtitleWithCues>(undefined);
  if (!keeps || (data && !isUnderWay(data))) shown.current = data;
  if (shown.current && !isUnderWay(shown.current)) return children(shown.current);
  if (isError) return <LoadError title="Failed to load subtitles" onRetry={() => void refetch()} />;
  return <LinesPending label={label} />;
}

export function LinesPending({ label }: { label: string }) {
  return (
    <Loading label={label} className="grid gap-3 py-2">
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className="grid grid-cols-[3rem_1fr] gap-3">
          <Skeleton className="h-5" />
          <Skeleton className="h-5" />
        </div>
      ))}
    </Loading>
  );
}
