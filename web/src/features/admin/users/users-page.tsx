import { useSuspenseQuery } from "@tanstack/react-query";
import { usersQuery } from "#web/data/admin-users.ts";
import { useUser } from "#web/lib/session.ts";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SortHead } from "#web/ui/sort-head.tsx";
import { Table, Th, Tr } from "#web/ui/table.tsx";
import { HEAD_LINES, IN_BLOCKS, placeOf } from "./two-lines.ts";
import { columns, UserFilters, type UsersProps } from "./user-filters.tsx";
import { UserRow } from "./user-row.tsx";

export function UsersPage({ shown, onChange }: UsersProps) {
  const { data } = useSuspenseQuery(usersQuery(shown));
  const self = useUser();
  return (
    <Page>
      <PageHead
        title={`All Users (${data.total.toLocaleString("en")})`}
        help="Roles and access of every account."
        actions={
          <SearchField
            label="Search users"
            className="w-64 max-md:w-full"
            defaultValue={shown.search}
            onChange={(search) => onChange({ ...shown, page: 1, search })}
          />
        }
      />
      <UserFilters shown={shown} onChange={onChange} />
      {data.users.length === 0 ? (
        <EmptyState
          title="No users found"
          help="Search for a part of a name or email address, or show all roles, states and plans."
        />
      ) : (
        <Table className={IN_BLOCKS}>
          <thead>
            <Tr className={HEAD_LINES}>
              {columns.map(([column, name]) => (
                <SortHead
                  key={column}
                  column={column}
                  className={placeOf[column]}
                  shown={shown}
                  onSort={(sorting) => onChange({ ...shown, ...sorting, page: 1 })}
                >
                  {name}
                </SortHead>
              ))}
              <Th className={placeOf.actions}>Actions</Th>
            </Tr>
          </thead>
          <tbody>
            {data.users.map((user) => (
              <UserRow key={user.id} user={user} self={self} />
            ))}
          </tbody>
        </Table>
      )}
      <Pagination
        page={shown.page}
        pages={data.total_pages}
        onPage={(page) => onChange({ ...shown, page })}
      />
    </Page>
  );
}
