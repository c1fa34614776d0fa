import { isStillAdmin } from "#api/access/session.ts";
import { csvAnswer } from "#api/http/csv.ts";
import type { Parts } from "#api/parts.ts";
import { exportAuditLogCall, listAuditLogCall } from "#contract/audit.ts";
import { exportAudit, readAudit } from "./audit-log.ts";

export function serveAudit({ serve }: Parts): void {
  serve(listAuditLogCall, ({ db, query }) => readAudit(db, query));
  serve(exportAuditLogCall, ({ db, query, c }) =>
    csvAnswer(
      c,
      "audit",
      (send) => exportAudit(db, query, send),
      () => isStillAdmin(db),
    ),
  );
}
