import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { SubtitleWithCues } from "#contract/subtitles.ts";
import type { Scope } from "#web/data/discussion-key.ts";
import { isUnderWay, subtitleQuery } from "#web/data/subtitles.ts";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { LinesPending } from "./lines-pending.tsx";

interface Props {
  scope: Scope;
  /** The id of a subtitle that is ready. */
  id: string;
  /** The words while the lines are loading. */
  label: string;
  children: (subtitle: SubtitleWithCues) => ReactNode;
}

/** A ready subtitle with its lines. A copy read while it was being made lacks some, and is not shown as all. */
export function WithLines({ scope, id, label, children }: Props) {
  const { data, isError, refetch } = useQuery(subtitleQuery(scope, id));
  if (data && !isUnderWay(data)) return children(data);
  if (isError) return <LoadError title="Failed to load subtitles" onRetry={() => void refetch()} />;
  return <LinesPending label={label} />;
}
