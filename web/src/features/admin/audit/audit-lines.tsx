import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type AuditShown, auditQuery } from "#web/data/audit.ts";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LoadError } from "#web/ui/page/load-error.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { Loading } from "#web/ui/skeleton.tsx";
import { actText, changeText } from "./audit-words.ts";

export function AuditLines({ filters }: { filters: AuditShown }) {
  const [page, setPage] = useState(1);
  const { data, isLoadingError, refetch } = useQuery(auditQuery({ ...filters, page }));
  if (isLoadingError) return <LoadError title="Failed to load the audit log" onRetry={refetch} />;
  if (!data)
    return (
      <Loading label="Loading the audit log" className="grid gap-3" blocks={["h-12", "h-12"]} />
    );
  if (data.total === 0) return <p className="text-14 text-ink-2">Nothing yet</p>;
  return (
    <div className="grid gap-4">
      <ul className="grid divide-y divide-line">
        {data.entries.map((entry) => (
          <li key={entry.id} className="grid gap-0.5 py-3 first:pt-0 last:pb-0">
            <p className="flex flex-wrap items-center gap-2 text-14 [overflow-wrap:anywhere]">
              <Badge tone={entry.kind === "security" ? "warn" : "plain"}>
                {actText(entry.act)}
              </Badge>
              {entry.target}
            </p>
            <p className="text-13 text-ink-2 [overflow-wrap:anywhere]">{changeText(entry)}</p>
            <p className="text-12 text-ink-3 tabular-nums [overflow-wrap:anywhere]">
              {formatDateTime(entry.created_at)} by {entry.actor ?? "nobody signed in"}
            </p>
          </li>
        ))}
      </ul>
      <Pagination page={page} pages={data.total_pages} onPage={setPage} />
    </div>
  );
}
