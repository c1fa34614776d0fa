import type { Serve } from "#api/access/serve.ts";
import { recordingTopic } from "#contract/events.ts";
import { listWatchersCall, watchCall } from "#contract/watchers.ts";
import { listWatchers, watch } from "./watchers.ts";

interface Deps {
  serve: Serve;
  realtime: { count(topic: string): Promise<number | null> };
}

export function serveWatchers({ serve, realtime }: Deps): void {
  serve(listWatchersCall, async ({ db, params, query }) => ({
    watchers: await listWatchers(db, params.id, query.keys),
    count: await realtime.count(recordingTopic(params.id)),
  }));
  serve(watchCall, ({ db, params }) => watch(db, params.id));
}
