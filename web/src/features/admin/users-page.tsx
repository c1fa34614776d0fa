import { useSuspenseQuery } from "@tanstack/react-query";
import { usersQuery } from "#web/data/admin-users.ts";
import { useUser } from "#web/lib/session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Table, Th } from "#web/ui/table.tsx";
import { UserRow } from "./user-row.tsx";

interface Props {
  page: number;
  search: string;
  onChange: (next: { page: number; search: string }) => void;
}

export function UsersPage({ page, search, onChange }: Props) {
  const { data } = useSuspenseQuery(usersQuery({ page, search }));
  const self = useUser();
  return (
    <Page>
      <PageHead
        title={`All Users (${data.total})`}
        help="Roles and access of every account."
        actions={
          <SearchField
            label="Search users"
            className="w-64"
            defaultValue={search}
            onChange={(text) => onChange({ page: 1, search: text })}
          />
        }
      />
      {data.users.length === 0 ? (
        <EmptyState
          title="No users found"
          help="Search for a part of a name or of an e-mail address."
        />
      ) : (
        <Table>
          <thead>
            <tr>
              {["Username", "Email", "Role", "Auth Type", "Status", "Joined", "Actions"].map(
                (name) => (
                  <Th key={name}>{name}</Th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {data.users.map((user) => (
              <UserRow key={user.id} user={user} self={self} />
            ))}
          </tbody>
        </Table>
      )}
      <Pagination
        page={page}
        pages={data.total_pages}
        onPage={(next) => onChange({ page: next, search })}
      />
    </Page>
  );
}
