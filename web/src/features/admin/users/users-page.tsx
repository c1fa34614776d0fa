import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useDeferredValue } from "react";
import type { AdminUser, UserSort } from "#contract/admin-users.ts";
import type { User } from "#contract/auth.ts";
import { type UsersShown, usersQuery } from "#web/data/admin-users.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { RoleBadge, roles, StatusBadge, wayIn } from "#web/features/admin/roles.tsx";
import { formatDate } from "#web/lib/format.ts";
import { useUser } from "#web/lib/session.ts";
import { SearchField } from "#web/ui/controls/search-field.tsx";
import { Select } from "#web/ui/controls/select.tsx";
import { cx } from "#web/ui/cx.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Page, PageHead } from "#web/ui/page/page.tsx";
import { Pagination, useNoPageBeyond } from "#web/ui/pagination.tsx";
import { SortHead, Table, Td, Th, Tr } from "#web/ui/table.tsx";
import { Controls, mayChange } from "./controls.tsx";

export function UsersPage({ shown, onChange }: UsersProps) {
  // The list stays until the next one has come: a page that gave way would take the focus from the field.
  const { data } = useSuspenseQuery(usersQuery(useDeferredValue(shown)));
  const self = useUser();
  const change = (to: Partial<UsersShown>) => onChange({ ...shown, page: 1, ...to });
  useNoPageBeyond(data.page, data.total_pages, (page) => change({ page }));
  return (
    <Page>
      <PageHead
        title={`All Users (${data.total.toLocaleString("en")})`}
        help="Roles and access of every account."
        actions={
          <SearchField
            label="Search users"
            className="w-64 max-md:w-full"
            value={shown.search}
            found={data.total}
            onChange={(search) => change({ search })}
          />
        }
      />
      <UserFilters shown={shown} onChange={change} />
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
                  onSort={change}
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
      <Pagination page={shown.page} pages={data.total_pages} onPage={(page) => change({ page })} />
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

/**
 * Between cards and one long line, a row has two: eight columns fit nowhere else without scrolling sideways. Heads
 * and cells stand in the same places.
 */
const TWO_LINES =
  "@4xl:@max-7xl:grid @4xl:@max-7xl:grid-cols-[minmax(0,1fr)_8.5rem_8rem_8.5rem_16rem] @4xl:@max-7xl:items-center @4xl:@max-7xl:py-2";

/** The line under the heads is drawn by their row, not by heads that stand in two lines themselves. */
const HEAD_LINES = `${TWO_LINES} @4xl:@max-7xl:border-b! @4xl:hover:bg-transparent`;

const IN_BLOCKS = "@4xl:@max-7xl:block @4xl:@max-7xl:[&>thead]:block @4xl:@max-7xl:[&>tbody]:block";

const CELL =
  "@4xl:@max-7xl:h-auto @4xl:@max-7xl:min-w-0 @4xl:@max-7xl:border-0 @4xl:@max-7xl:[th&>button]:h-6";
const UPPER = `${CELL} @4xl:@max-7xl:row-start-1`;
const LOWER = `${CELL} @4xl:@max-7xl:row-start-2 @4xl:@max-7xl:[td&]:text-13`;
const BOTH = `${CELL} @4xl:@max-7xl:row-start-1 @4xl:@max-7xl:row-span-2`;

const placeOf: Record<UserSort | "actions", string> = {
  username: `${UPPER} @4xl:@max-7xl:col-start-1`,
  email: `${LOWER} @4xl:@max-7xl:col-start-1`,
  role: `${BOTH} @4xl:@max-7xl:col-start-2`,
  plan: `${UPPER} @4xl:@max-7xl:col-start-3`,
  auth: `${LOWER} @4xl:@max-7xl:col-start-3`,
  status: `${UPPER} @4xl:@max-7xl:col-start-4`,
  joined: `${LOWER} @4xl:@max-7xl:col-start-4`,
  actions: `${BOTH} @4xl:@max-7xl:col-start-5`,
};

interface UsersProps {
  shown: UsersShown;
  onChange: (next: UsersShown) => void;
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

const ALL = "all";

interface FiltersProps {
  shown: UsersShown;
  onChange: (to: Partial<UsersShown>) => void;
}

function UserFilters({ shown, onChange }: FiltersProps) {
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
      onChange={(value) => onChange({ [name]: value === ALL ? undefined : value })}
    />
  );
  return (
    <div className="flex flex-wrap gap-2">
      {filter("role", "All roles", roles)}
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
      {/* Cards have no heads to press. */}
      <Select
        label="Sort by"
        labelHidden
        size="sm"
        className="w-40 max-md:w-full xl:hidden"
        value={orderOf(shown)}
        options={orders}
        onChange={(chosen) =>
          onChange({ ...orders.find(({ value }) => value === chosen)?.sorting })
        }
      />
    </div>
  );
}

const orderOf = ({ sort, order }: Pick<UsersShown, "sort" | "order">) => `${sort} ${order}`;

const orders = columns.flatMap(([sort, name]) =>
  (["asc", "desc"] as const).map((order) => ({
    sorting: { sort, order },
    value: orderOf({ sort, order }),
    label:
      sort === "joined"
        ? order === "asc"
          ? "Oldest first"
          : "Newest first"
        : `${name}, ${order === "asc" ? "A to Z" : "Z to A"}`,
  })),
);
