import { isStillAdmin } from "#api/access/session.ts";
import { csvAnswer } from "#api/http/csv.ts";
import type { Parts } from "#api/parts.ts";
import { exportReportCall } from "#contract/reports.ts";
import { exportReport } from "./reports.ts";

/** Served after the audit log, whose export has an address of this form. */
export function serveReports({ serve }: Parts): void {
  serve(exportReportCall, ({ db, params: { type }, query: { period }, c }) =>
    csvAnswer(
      c,
      `${type}-report-${period}`,
      (send) => exportReport(db, type, period, send),
      () => isStillAdmin(db),
    ),
  );
}
