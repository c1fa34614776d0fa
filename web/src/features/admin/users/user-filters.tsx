import { useSuspenseQuery } from "@tanstack/react-query";
import { UserSort } from "#contract/admin-users.ts";
import type { UsersShown } from "#web/data/admin-users.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { roles } from "#web/features/admin/roles.tsx";
import { Select } from "#web/ui/controls/select.tsx";

export interface UsersProps {
  shown: UsersShown;
  onChange: (next: UsersShown) => void;
}

export const columns: [UserSort, string][] = [
  ["username", "Username"],
  ["email", "Email"],
  ["role", "Role"],
  ["auth", "Auth Type"],
  ["plan", "Plan"],
  ["status", "Status"],
  ["joined", "Joined"],
];

const ALL = "all";

export function UserFilters({ shown, onChange }: UsersProps) {
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
      <SortSelect shown={shown} onChange={onChange} />
    </div>
  );
}

const orders = columns.flatMap(([sort, name]) =>
  (["asc", "desc"] as const).map((order) => ({
    value: `${sort} ${order}`,
    label:
      sort === "joined"
        ? order === "asc"
          ? "Oldest first"
          : "Newest first"
        : `${name}, ${order === "asc" ? "A to Z" : "Z to A"}`,
  })),
);

/** Cards have no heads to press. */
const SortSelect = ({ shown, onChange }: UsersProps) => (
  <Select
    label="Sort by"
    labelHidden
    size="sm"
    className="w-40 max-md:w-full xl:hidden"
    value={`${shown.sort} ${shown.order}`}
    options={orders}
    onChange={(value) => {
      const [sort, order] = value.split(" ");
      onChange({
        ...shown,
        page: 1,
        sort: UserSort.parse(sort),
        order: order === "asc" ? "asc" : "desc",
      });
    }}
  />
);
