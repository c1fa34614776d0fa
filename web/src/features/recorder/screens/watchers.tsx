import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { usePresentAt } from "#web/data/realtime.ts";
import { watchersQuery } from "#web/data/watchers.ts";
import { useUser } from "#web/lib/session.ts";
import { useLater } from "#web/lib/use-later.ts";
import { WatchingNow } from "#web/ui/watching-now.tsx";

/** The people who watch what is being recorded; the recorder itself is none of them. */
export function Watchers({ recordingId }: { recordingId: string | null }) {
  const [isTime, setTime] = useState(false);
  useLater(recordingId !== null && FIRST_MS, () => setTime(true));
  return isTime && recordingId && <Present recordingId={recordingId} />;
}

/** Nobody has followed the link before: the first moments are the recorder's own. */
const FIRST_MS = 3_000;

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
