import type { Serve } from "#api/access/serve.ts";
import { listNoticesCall, readNoticesCall } from "#contract/notices.ts";
import { listNotices, readNotices } from "./notices.ts";

export function serveNotices({ serve }: { serve: Serve }): void {
  serve(listNoticesCall, ({ db, query }) => listNotices(db, query));
  serve(readNoticesCall, ({ db, body }) => readNotices(db, body));
}
