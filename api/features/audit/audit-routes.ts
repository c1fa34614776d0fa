import type { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import type { Serve } from "#api/access/serve.ts";
import { isStillAdmin } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { csvAnswer } from "#api/http/csv.ts";
import { valid } from "#api/http/valid.ts";
import { AuditFilters, listAuditLogCall } from "#contract/audit.ts";
import { exportAudit } from "./export-audit.ts";
import { readAudit } from "./read-audit.ts";

interface Deps {
  api: Hono<AppEnv>;
  serve: Serve;
  guards: Guards;
}

export function serveAudit({ api, serve, guards }: Deps): void {
  serve(listAuditLogCall, ({ db, query }) => readAudit(db, query));
  api.get("/admin/reports/export/audit", guards.admin, valid("query", AuditFilters), (c) => {
    const filters = c.req.valid("query");
    const { db } = c.var;
    return csvAnswer(
      c,
      "audit",
      (send) => exportAudit(db, filters, send),
      () => isStillAdmin(db),
    );
  });
}
