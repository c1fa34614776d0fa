import { useSuspenseQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useDeferredValue } from "react";
import type { AuditEntry, AuditQuery } from "#contract/audit.ts";
import { auditQuery, exportAudit } from "#web/data/audit.ts";
import { MoreFound } from "#web/features/admin/more-found.tsx";
import { formatDateTime } from "#web/lib/format.ts";
import { Badge } from "#web/ui/badge.tsx";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { WriteButton } from "#web/ui/controls/write-button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Pagination, useNoPageBeyond } from "#web/ui/pagination.tsx";
import { Table, Td, Th, Tr } from "#web/ui/table.tsx";
import { actText, changeText, knownActs } from "./audit-words.ts";

type AuditListed = Omit<AuditQuery, "per_page">;

interface Props {
  shown: AuditListed;
  onChange: (next: AuditListed) => void;
}

export function AuditLogPage({ shown, onChange }: Props) {
  // The list stays until the next one has come: a page that gave way would take the focus from the field.
  const { data } = useSuspenseQuery(auditQuery(useDeferredValue(shown)));
  const { page, ...filters } = shown;
  const change = (to: Partial<AuditListed>) => onChange({ ...shown, page: 1, ...to });
  useNoPageBeyond(data.page, data.total_pages, (page) => change({ page }));
  return (
    <Page>
      <PageHead
        title="Audit Log"
        help="Acts of admins, and changes to how people get in. Nobody can change this log."
        actions={
          <WriteButton icon={<Download />} write={exportAudit(filters)}>
            Export
          </WriteButton>
        }
      />
      <Filters shown={shown} found={data.total} onChange={change} />
      {data.entries.length === 0 ? (
        <EmptyState
          title="Nothing found"
          help="Acts of admins, failed sign-ins, new passwords and links that let others edit appear here."
        />
      ) : (
        <Table className="@4xl:table-fixed">
          <thead>
            <tr>
              {columns.map(([name, width]) => (
                <Th key={name} className={width}>
                  {name}
                </Th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </Table>
      )}
      {data.at_least && <MoreFound total={data.total} />}
      <Pagination page={page} pages={data.total_pages} onPage={(next) => change({ page: next })} />
    </Page>
  );
}

/** However long an address or an act, nothing scrolls sideways: the two columns of people share what is left. */
const columns = [
  ["When", "@4xl:w-40"],
  ["What", "@4xl:w-48"],
  ["Who", ""],
  ["Whom or what", ""],
  ["Change", "@4xl:w-36 @7xl:w-72"],
  ["From", "@4xl:w-34"],
] as const;

const ALL = "all";

interface FiltersProps {
  shown: AuditListed;
  found: number;
  onChange: (to: Partial<AuditListed>) => void;
}

function Filters({ shown, found, onChange }: FiltersProps) {
  const kinds = [
    { value: ALL, label: "All kinds" },
    { value: "admin", label: "Admins' acts" },
    { value: "security", label: "Security" },
  ] as const;
  return (
    <div className="flex flex-wrap gap-2">
      <SearchField
        label="Search who and whom"
        className="w-64 max-md:w-full"
        value={shown.search}
        found={found}
        onChange={(search) => onChange({ search })}
      />
      <Select
        label="Kind"
        labelHidden
        className="w-40 max-md:w-[calc(50%-4px)]"
        value={shown.kind ?? ALL}
        options={kinds}
        onChange={(kind) => onChange({ kind: kind === ALL ? undefined : kind })}
      />
      <Select
        label="Act"
        labelHidden
        className="w-52 max-md:w-[calc(50%-4px)]"
        value={shown.act ?? ALL}
        options={[{ value: ALL, label: "All acts" }, ...knownActs]}
        onChange={(act) => onChange({ act: act === ALL ? undefined : act })}
      />
    </div>
  );
}

const WRAPPED = "block truncate @4xl:whitespace-normal @4xl:[overflow-wrap:anywhere]";

function Row({ entry }: { entry: AuditEntry }) {
  const { created_at, kind, act, actor, target, address } = entry;
  return (
    <Tr>
      <Td label="When" className="whitespace-nowrap text-ink-2">
        {formatDateTime(created_at)}
      </Td>
      <Td label="What">
        <Badge tone={kind === "security" ? "warn" : "plain"}>{actText(act)}</Badge>
      </Td>
      <Td label="Who" className="@4xl:py-2">
        <span className={WRAPPED}>{actor ?? "Nobody signed in"}</span>
      </Td>
      <Td label="Whom or what" className="@4xl:py-2">
        <span className={WRAPPED}>{target ?? "The server"}</span>
      </Td>
      <Td label="Change" className="text-13 text-ink-2 @4xl:py-2">
        <span className="[overflow-wrap:anywhere]">{changeText(entry) || "–"}</span>
      </Td>
      <Td label="From" className="text-13 text-ink-3">
        <span className="[overflow-wrap:anywhere]">{address ?? "–"}</span>
      </Td>
    </Tr>
  );
}
