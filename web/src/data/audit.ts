import { keepPreviousData } from "@tanstack/react-query";
import { type AuditFilters, listAuditLogCall } from "#contract/audit.ts";
import { downloadBlob } from "#web/lib/browser/download-blob.ts";
import { apiUrl, requestFile } from "#web/lib/request.ts";
import { adminKey } from "./admin.ts";
import { read } from "./read.ts";
import { serversWords, write } from "./write.ts";

export type AuditShown = Partial<AuditFilters> & { page?: number };

export const auditQuery = (query: AuditShown) => ({
  ...read([...adminKey, "audit", query], listAuditLogCall, { query }),
  placeholderData: keepPreviousData,
});

export const exportAudit = (filters: Partial<AuditFilters>) =>
  write({
    send: () => requestFile(apiUrl("/admin/reports/export/audit", { ...filters })),
    keep: (_cache, file) => downloadBlob(file, "audit.csv"),
    stale: adminKey,
    success: () => "audit report exported successfully",
    failure: serversWords("Failed to export report"),
  });
