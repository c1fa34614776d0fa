import { useSuspenseQuery } from "@tanstack/react-query";
import type { UserSort } from "#contract/admin-users.ts";
import { type UsersShown, usersQuery } from "#web/data/admin-users.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { roleName } from "#web/features/admin/role-name.ts";
import { useUser } from "#web/lib/session.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page } from "#web/ui/page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { Pagination } from "#web/ui/pagination.tsx";
import { SearchField } from "#web/ui/search-field.tsx";
import { Select } from "#web/ui/select.tsx";
import { SortHead } from "#web/ui/sort-head.tsx";
import { Table, Th } from "#web/ui/table.tsx";
import { UserRow } from "./user-row.tsx";

interface Shown extends UsersShown {
  sort: UserSort;
  order: "asc" | "desc";
}

interface Props {
  shown: Shown;
  onChange: (next: Shown) => void;
}

const columns: [UserSort, string][] = [
  ["username", "Username"],
  ["email", "Email"],
  ["role", "Role"],
  ["auth", "Auth Type"],
  ["plan", "Plan"],
  ["status", "Status"],
  ["joined", "Joined"],
];

export function UsersPage({ shown, onChange }: Props) {
  const { data } = useSuspenseQuery(usersQuery(shown));
  const self = useUser();
  return (
    <Page>
      <PageHead
        title={`All Users (${data.total})`}
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
      <Filters shown={shown} onChange={onChange} />
      {data.users.length === 0 ? (
        <EmptyState
          title="No users found"
          help="Search for a part of a name or of an e-mail address, or show all roles, states and plans."
        />
      ) : (
        <Table>
          <thead>
            <tr>
              {columns.map(([column, name]) => (
                <SortHead
                  key={column}
                  column={column}
                  shown={shown}
                  onSort={(sorting) => onChange({ ...shown, ...sorting, page: 1 })}
                >
                  {name}
                </SortHead>
              ))}
              <Th>Actions</Th>
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
        page={shown.page}
        pages={data.total_pages}
        onPage={(page) => onChange({ ...shown, page })}
      />
    </Page>
  );
}

const ALL = "all";

function Filters({ shown, onChange }: Props) {
  const { data: plans } = useSuspenseQuery(plansQuery);
  const filter = (
    name: "role" | "status" | "auth" | "plan",
    label: string,
    options: { value: string; label: string }[],
  ) => (
    <Select
      label={label}
      labelHidden
      size="sm"
      className="w-40 max-md:w-[calc(50%-4px)]"
      value={shown[name] ?? ALL}
      options={[{ value: ALL, label }, ...options]}
      onChange={(value) =>
        onChange({ ...shown, page: 1, [name]: value === ALL ? undefined : value })
      }
    />
  );
  return (
    <div className="flex flex-wrap gap-2">
      {filter(
        "role",
        "All roles",
        (["user", "admin", "super_admin"] as const).map((value) => ({
          value,
          label: roleName(value),
        })),
      )}
      {filter("status", "All states", [
        { value: "active", label: "Active" },
        { value: "suspended", label: "Suspended" },
      ])}
      {filter("auth", "All auth types", [
        { value: "password", label: "Password" },
        { value: "google", label: "Google" },
      ])}
      {filter(
        "plan",
        "All plans",
        plans.map(({ name }) => ({ value: name, label: name })),
      )}
    </div>
  );
}
