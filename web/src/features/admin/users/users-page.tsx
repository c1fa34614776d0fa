import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { AdminUser } from "#contract/admin-users.ts";
import type { User } from "#contract/auth.ts";
import { usersQuery } from "#web/data/admin-users.ts";
import { formatDate } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page/page.tsx";
import { PageHead } from "#web/ui/page/page-head.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SortHead } from "#web/ui/sort-head.tsx";
import { Table, Td, Th, Tr } from "#web/ui/table.tsx";
import { Controls, mayChange } from "./controls.tsx";
import { HEAD_LINES, IN_BLOCKS, placeOf, TWO_LINES } from "./two-lines.ts";
import { RoleBadge, StatusBadge, wayIn } from "./user-badges.tsx";
import { columns, UserFilters, type UsersProps } from "./user-filters.tsx";

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

function UserRow({ user, self }: { user: AdminUser; self: User }) {
  return (
    <Tr className={TWO_LINES}>
      <Td className={cx("font-medium @7xl:max-w-56", placeOf.username)}>
        <Link
          to="/admin/users/$id"
          params={{ id: user.id }}
          className="block truncate hover:underline"
        >
          {user.username}
        </Link>
      </Td>
      <Td label="Email" className={cx("text-ink-2 @7xl:max-w-64", placeOf.email)}>
        <span className="block truncate">{user.email}</span>
      </Td>
      <Td label="Role" className={placeOf.role}>
        <RoleBadge role={user.role} />
      </Td>
      <Td label="Auth Type" className={cx("whitespace-nowrap text-ink-2", placeOf.auth)}>
        {wayIn(user)}
      </Td>
      <Td label="Plan" className={cx("text-ink-2", placeOf.plan)}>
        {user.plan}
      </Td>
      <Td label="Status" className={placeOf.status}>
        <StatusBadge suspended={user.suspended} />
      </Td>
      <Td label="Joined" className={cx("whitespace-nowrap text-ink-2", placeOf.joined)}>
        {formatDate(user.created_at)}
      </Td>
      <Td className={cx("@4xl:py-1.5", placeOf.actions)}>
        {mayChange(self, user) && <Controls user={user} self={self} />}
      </Td>
    </Tr>
  );
}
