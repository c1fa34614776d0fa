import type { Serve } from "#api/access/serve.ts";
import { listNoticesCall, readNoticesCall } from "#contract/notices.ts";
import { listNotices } from "./list-notices.ts";
import { readNotices } from "./read-notices.ts";

export function serveNotices({ serve }: { serve: Serve }): void {
  serve(listNoticesCall, ({ db, query }) => listNotices(db, query));
  serve(readNoticesCall, ({ db, body }) => readNotices(db, body));
}
