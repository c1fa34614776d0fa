import type { Hono } from "hono";
import { z } from "zod";
import type { Guards } from "#api/access/guards.ts";
import { isStillAdmin } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { csvAnswer } from "#api/http/csv.ts";
import { valid } from "#api/http/valid.ts";
import { ReportQuery, ReportType } from "#contract/reports.ts";
import { exportReport } from "./export-report.ts";

interface Deps {
  api: Hono<AppEnv>;
  guards: Guards;
}

const Wanted = z.object({ type: ReportType });

/** Served after the audit log, whose export has an address of this form. */
export function serveReports({ api, guards }: Deps): void {
  api.get(
    "/admin/reports/export/:type",
    guards.admin,
    valid("param", Wanted),
    valid("query", ReportQuery),
    (c) => {
      const { type } = c.req.valid("param");
      const { period } = c.req.valid("query");
      const { db } = c.var;
      return csvAnswer(
        c,
        `${type}-report-${period}`,
        (send) => exportReport(db, type, period, send),
        () => isStillAdmin(db),
      );
    },
  );
}
