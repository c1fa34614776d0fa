import { useQuery } from "@tanstack/react-query";
import { usePresentAt } from "#web/data/realtime.ts";
import { watchersQuery } from "#web/data/watchers.ts";
import { useUser } from "#web/lib/session.ts";
import { WatchingNow } from "#web/ui/watching-now.tsx";

/** The people who watch what is being recorded; the recorder itself is none of them. */
export function Watchers({ recordingId }: { recordingId: string | null }) {
  return recordingId && <Present recordingId={recordingId} />;
}

function Present({ recordingId }: { recordingId: string }) {
  const self = useUser();
  const keys = usePresentAt(recordingId);
  const named = keys.filter((key) => key !== undefined).sort();
  const { data = [] } = useQuery(watchersQuery(recordingId, named));
  const own = data.filter(({ user_id }) => user_id === self.id).length;
  const names = new Set(data.flatMap((one) => (one.user_id === self.id ? [] : [one.username])));
  return (
    <WatchingNow
      count={keys.length - own}
      words="watching now"
      who={names.size > 0 ? [...names].join(", ") : undefined}
    />
  );
}
