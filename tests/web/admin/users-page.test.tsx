// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { AdminUser } from "#contract/admin-users.ts";
import type { Role, User } from "#contract/auth.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { usersQuery } from "#web/data/admin-users.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { mayChange } from "#web/features/admin/users/controls.tsx";
import { UsersPage } from "#web/features/admin/users/users-page.tsx";
import { AdminShell } from "#web/features/shell/admin-shell.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

const self: User = { ...ada, id: crypto.randomUUID(), username: "Grace", role: "admin" };
const account = (differs: Partial<AdminUser>): AdminUser => ({
  ...{ ...ada, id: crypto.randomUUID(), plan: "Free", email_confirmed: true },
  ...differs,
});

beforeEach(() => signIn({ token: "t", user: self }));
afterEach(() => {
  cleanup();
  signOut();
});

type Shown = Parameters<typeof UsersPage>[0]["shown"];
const shown: Shown = {
  ...{ page: 3, search: "a", role: undefined, status: "active", auth: undefined, plan: undefined },
  ...{ sort: "joined", order: "desc" },
};
const changes: unknown[] = [];

async function open(users: AdminUser[], total = users.length, at = shown) {
  changes.length = 0;
  const cache = new QueryClient();
  const page = { users, total, page: 3, per_page: 20, total_pages: 4 };
  cache.setQueryData(usersQuery(at).queryKey, page);
  const plan = { id: crypto.randomUUID(), name: "Pro", price_usd: 1, storage_gb: 1, features: {} };
  cache.setQueryData(plansQuery.queryKey, [plan]);
  await renderInApp(<UsersPage shown={at} onChange={(next) => changes.push(next)} />, { cache });
}
const rows = () => screen.getAllByRole("row").slice(1);
const choose = async (box: string, option: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: box }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
};

describe("the list of accounts", () => {
  it("counts all of them, and says of each what an admin looks for", async () => {
    const joined = "2026-11-20T12:00:00Z";
    await open(
      [
        account({
          username: "Ann",
          email: "ann@x.org",
          created_at: joined,
          oauth_provider: "google",
        }),
        account({
          username: "Bob",
          email: "bob@x.org",
          suspended: true,
          role: "admin",
          plan: "Pro",
        }),
      ],
      1234,
    );
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("All Users (1,234)");
    expect(screen.getByText("1,234 found"), "a screen reader is told").toBeDefined();
    const cells = rows().map((row) =>
      within(row)
        .getAllByRole("cell")
        .slice(0, 7)
        .map((cell) => cell.lastChild?.textContent),
    );
    expect(cells).toEqual([
      ["Ann", "ann@x.org", "User", "Google", "Free", "Active", "Nov 20, 2026"],
      ["Bob", "bob@x.org", "Admin", "Password", "Pro", "Suspended", "Nov 20, 2026"],
    ]);
    // A narrow screen has no heads of columns: there each cell says its own.
    expect(screen.getByRole("cell", { name: "Email ann@x.org" })).toBeDefined();
    const [link] = screen.getAllByRole("link", { name: "Ann" });
    expect(link?.getAttribute("href")).toMatch(/^\/admin\/users\/[\w-]{36}$/);
    expect(within(rows()[1] ?? document.body).getByRole("button").textContent).toBe("Activate");
  });

  it("begins at its first page again whatever it is narrowed or sorted by", async () => {
    await open([account({})]);
    await choose("All roles", "Super Admin");
    await choose("All states", "All states");
    await choose("All auth types", "Google");
    await choose("All plans", "Pro");
    await choose("Sort by", "Username, Z to A");
    await userEvent.type(screen.getByRole("searchbox"), "d");
    await userEvent.click(screen.getByRole("button", { name: "Joined" }));
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    const first = { ...shown, page: 1 };
    expect(changes).toEqual([
      { ...first, role: "super_admin" },
      { ...first, status: undefined },
      { ...first, auth: "google" },
      { ...first, plan: "Pro" },
      { ...first, sort: "username", order: "desc" },
      { ...first, search: "ad" },
      { ...first, sort: "joined", order: "asc" },
      { ...shown, page: 4 },
    ]);
  });

  it("is put back into its usual order, with all that it is narrowed by", async () => {
    await open([account({})], 1, { ...shown, sort: "username", order: "asc" });
    expect(screen.getByRole("combobox", { name: "Sort by" }).textContent).toBe("Username, A to Z");
    await choose("Sort by", "Newest first");
    expect(changes).toEqual([{ ...shown, page: 1 }]);
  });

  it("of nobody says so", async () => {
    await open([]);
    expect(screen.getByText("No users found")).toBeDefined();
    expect(screen.queryByRole("table")).toBeNull();
  });

  it("offers what the server would not refuse: roles to super admins, nothing over oneself", async () => {
    const boss = account({ role: "super_admin", username: "Boss" });
    const others = [account(self), account({ username: "Ann" }), boss];
    const offered = () =>
      rows().map((row) => [
        within(row).queryAllByRole("combobox").length,
        within(row).queryAllByRole("button").length,
      ]);
    await open(others);
    expect(offered()).toEqual([
      [0, 0],
      [0, 1],
      [0, 0],
    ]);
    cleanup();
    signIn({ token: "t", user: { ...self, role: "super_admin" } });
    await open(others);
    expect(offered()).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
    ]);
  });
});

describe("an account may be changed", () => {
  const other = (role: Role) => ({ id: ada.id, role });
  it.each<[Role, Role, boolean]>([
    ["admin", "user", true],
    ["admin", "admin", true],
    ["admin", "super_admin", false],
    ["super_admin", "super_admin", true],
    ["super_admin", "user", true],
  ])("by %s where it is of %s: %s", (mine, theirs, may) => {
    expect(mayChange({ ...self, role: mine }, other(theirs))).toBe(may);
    expect(mayChange({ ...self, role: mine }, { id: self.id, role: theirs })).toBe(false);
  });
});

describe("the rooms of the admin area", () => {
  it.each<[Role, string, string[]]>([
    ["admin", "Admin", []],
    ["super_admin", "Super Admin", ["Server Settings", "Operations"]],
  ])("of %s", async (role, name, more) => {
    signIn({ token: "t", user: { ...self, role } });
    const parts = { detail: name, tools: null, children: "page" };
    await renderInApp(<AdminShell {...parts} />, { at: "/admin/users/1" });
    const rooms = within(screen.getByRole("navigation", { name: "Admin" })).getAllByRole("link");
    expect(rooms.map(({ textContent }) => textContent)).toEqual([
      ...["Dashboard", "User Management", "Video Management", "Analytics", "Audit Log"],
      ...[...more, "Back to App"],
    ]);
    const here = rooms.filter((room) => room.getAttribute("aria-current") === "page");
    expect(here.map(({ textContent }) => textContent)).toEqual(["User Management"]);
    expect(screen.getAllByText(name).length).toBeGreaterThan(0);
  });
});
