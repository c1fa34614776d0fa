import { Hono } from "hono";
import type { Guards } from "#api/access/guards.ts";
import { isStillAdmin } from "#api/access/session.ts";
import type { AppEnv } from "#api/http/context.ts";
import { csvAnswer } from "#api/http/csv.ts";
import { reply } from "#api/http/reply.ts";
import { valid } from "#api/http/valid.ts";
import { AuditFilters, AuditPage, AuditQuery } from "#contract/audit.ts";
import { exportAudit } from "./export-audit.ts";
import { readAudit } from "./read-audit.ts";

/** Mounted at `/admin`. */
export const auditRoutes = ({ guards }: { guards: Guards }) =>
  new Hono<AppEnv>()
    .get("/audit", guards.admin, valid("query", AuditQuery), async (c) =>
      reply(c, AuditPage, await readAudit(c.var.db, c.req.valid("query"))),
    )
    .get("/reports/export/audit", guards.admin, valid("query", AuditFilters), (c) => {
      const filters = c.req.valid("query");
      const { db } = c.var;
      return csvAnswer(
        c,
        "audit",
        (send) => exportAudit(db, filters, send),
        () => isStillAdmin(db),
      );
    });
