import { type othersBehind, useOthersBehind } from "#web/data/others-watching.ts";
import { useOtherViewers } from "#web/data/realtime.ts";
import { WatchingNow } from "#web/ui/watching-now.tsx";

export function Watching({ recordingId }: { recordingId: string }) {
  const { isError, ...others } = useOthersBehind(recordingId, useOtherViewers(recordingId));
  const count = others.names.length + others.unnamed;
  return (
    <WatchingNow
      count={count}
      words={count === 1 ? "other is watching now" : "others are watching now"}
      who={isError ? undefined : whoInWords(others)}
    />
  );
}

const MOST_NAMES = 3;

/** 'Ada, Ben and 2 with the link', 'Ada, Ben, Cleo and 4 more'. */
export function whoInWords({ names, unnamed }: ReturnType<typeof othersBehind>): string {
  const said = names.slice(0, MOST_NAMES);
  const more = names.length - said.length;
  if (more > 0) return listed([...said, `${more + unnamed} more`]);
  if (unnamed === 0) return listed(said);
  return listed([...said, unnamed === 1 ? "somebody with the link" : `${unnamed} with the link`]);
}

const listed = (parts: readonly string[]) => new Intl.ListFormat("en-GB").format(parts);
