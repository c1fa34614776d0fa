// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import type { AuditEntry } from "#contract/audit.ts";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { auditQuery } from "#web/data/audit.ts";
import { AuditLines } from "#web/features/admin/audit/audit-lines.tsx";
import { AuditLogPage } from "#web/features/admin/audit/audit-page.tsx";

withToasts();

const entry = (id: number, differs: Partial<AuditEntry> = {}): AuditEntry => ({
  ...{ id, created_at: "2026-11-20T12:00:00Z", act: "role_changed" },
  kind: "admin",
  ...{ actor_id: null, actor: "Grace", target_id: null, target: "Ada" },
  ...{ before: { role: "user" }, after: { role: "admin" }, address: "192.0.2.1" },
  ...differs,
});
const pageOf = (entries: AuditEntry[], at_least = false) => ({
  ...{ entries, total: entries.length, page: 2, per_page: 20, total_pages: 3, at_least },
});
type Shown = Parameters<typeof AuditLogPage>[0]["shown"];
const now: Shown = { page: 2, search: "a", kind: undefined, act: "role_changed" };

async function open(entries: AuditEntry[], at_least = false, shown = now) {
  const changes: unknown[] = [];
  const cache = new QueryClient();
  cache.setQueryData(auditQuery(shown).queryKey, pageOf(entries, at_least));
  await renderInApp(<AuditLogPage shown={shown} onChange={(next) => changes.push(next)} />, {
    cache,
  });
  return changes;
}
const choose = async (box: string, option: string) => {
  await userEvent.click(screen.getByRole("combobox", { name: box }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
  await waitFor(() => expect(screen.queryByRole("option")).toBeNull());
};

describe("the audit log", () => {
  it("says what was done to whom, and where nobody or nothing is named", async () => {
    const nobody = { actor: null, target: null, before: null, after: null, address: null };
    await open([entry(1), entry(2, { ...nobody, kind: "security", act: "sign_in_failed" })], true);
    const cells = screen
      .getAllByRole("row")
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole("cell")
          .slice(1)
          .map((cell) => cell.lastChild?.textContent),
      );
    expect(cells).toEqual([
      ["Role changed", "Grace", "Ada", "role: user → admin", "192.0.2.1"],
      ["Sign-in failed", "Nobody signed in", "The server", "–", "–"],
    ]);
    expect(screen.getByText(/^Only the newest 2 are shown/)).toBeDefined();
  });

  it("begins at its first page again when it is narrowed", async () => {
    const changes = await open([entry(1)]);
    await choose("Kind", "Security");
    await choose("Act", "All acts");
    await userEvent.type(screen.getByRole("searchbox"), "d");
    await userEvent.click(screen.getByRole("button", { name: "Next page" }));
    expect(changes).toEqual([
      { ...now, page: 1, kind: "security" },
      { ...now, page: 1, act: undefined },
      { ...now, page: 1, search: "ad" },
      { ...now, page: 3 },
    ]);
  });

  it("shows all kinds again, and one act alone, from its first page", async () => {
    const security: Shown = { ...now, kind: "security", act: undefined };
    const changes = await open([entry(1)], false, security);
    await choose("Kind", "All kinds");
    await choose("Act", "Role changed");
    expect(changes).toEqual([
      { ...security, page: 1, kind: undefined },
      { ...security, page: 1, act: "role_changed" },
    ]);
  });

  it("is exported as it is narrowed, whole and not by its page", async () => {
    const asked = answering({
      "GET /admin/reports/export/audit": () => new Response("csv"),
      "GET /admin/audit": () => pageOf([]),
    });
    vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:audit");
    const files: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      files.push(this.download);
    });
    await open([]);
    expect(screen.getByText("Nothing found")).toBeDefined();
    await userEvent.click(screen.getByRole("button", { name: "Export" }));
    await screen.findByText("audit report exported successfully");
    expect(asked[0]).toBe("GET /admin/reports/export/audit?search=a&act=role_changed");
    expect(files).toEqual(["audit.csv"]);
    vi.restoreAllMocks();
  });
});

describe("the log of one account", () => {
  it("is read a page at a time, and once more where it could not be", async () => {
    let fails = true;
    const asked = answering({
      "GET /admin/audit": () =>
        fails
          ? refusal(403, "No")
          : pageOf([entry(1), entry(2, { actor: null, kind: "security", act: "moon_landed" })]),
    });
    await renderInApp(<AuditLines filters={{ person: "p1" }} />, { asks: true });
    await screen.findByText("Failed to load the audit log");
    fails = false;
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    const lines = await screen.findAllByRole("listitem");
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Role changedAdarole: user → adminNov 20, 2026, .* by Grace$/),
      expect.stringMatching(/^Moon landed.* by nobody signed in$/),
    ]);
    await userEvent.click(screen.getByRole("button", { name: "Page 2" }));
    await waitFor(() => expect(asked.at(-1)).toBe("GET /admin/audit?person=p1&page=2"));
  });
});
