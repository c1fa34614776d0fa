import type { Parts } from "#api/parts.ts";
import { listNoticesCall, readNoticesCall } from "#contract/notices.ts";
import { listNotices, readNotices } from "./notices.ts";

export function serveNotices({ serve }: Parts): void {
  serve(listNoticesCall, ({ db, query }) => listNotices(db, query));
  serve(readNoticesCall, ({ db, body }) => readNotices(db, body));
}
