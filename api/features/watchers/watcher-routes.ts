import type { Serve } from "#api/access/serve.ts";
import { listWatchersCall, watchCall } from "#contract/watchers.ts";
import { listWatchers, watch } from "./watchers.ts";

export function serveWatchers({ serve }: { serve: Serve }): void {
  serve(listWatchersCall, async ({ db, params, query }) => ({
    watchers: await listWatchers(db, params.id, query.keys),
  }));
  serve(watchCall, ({ db, params }) => watch(db, params.id));
}
