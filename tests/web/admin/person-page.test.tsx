// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Person } from "#contract/admin-users.ts";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { personQuery } from "#web/data/admin-users.ts";
import { auditQuery } from "#web/data/audit.ts";
import { PersonPage } from "#web/features/admin/users/person-page.tsx";
import { signIn, signOut } from "#web/lib/session.ts";

withToasts();
const self = { ...ada, id: crypto.randomUUID(), username: "Grace", role: "admin" as const };
beforeEach(() => signIn({ token: "t", user: self }));
afterEach(() => {
  cleanup();
  signOut();
});

const HOUR = 3_600_000;
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString();
const device = (name: string) => ({
  ...{ id: crypto.randomUUID(), device: name },
  ...{ created_at: "2026-11-20T12:00:00Z", last_seen_at: ago(3) },
});
const [laptop, phone] = [device("Firefox on Linux"), device("Safari on iOS")];
const person = (differs: Partial<Person> = {}): Person => ({
  user: { ...ada, plan: "Pro", email_confirmed: true },
  last_active_at: ago(2),
  holdings: { recordings: 3, bytes: 1536, links: 2, comments: 1 },
  plan: { id: crypto.randomUUID(), name: "Pro", paid: false, gift_until: null },
  drive_connected: false,
  sessions: [laptop, phone],
  ...differs,
});

const log = { entries: [], total: 0, page: 1, per_page: 20, total_pages: 0, at_least: false };
const reads = {
  [`GET /admin/users/${ada.id}`]: () => person(),
  "GET /admin/audit": () => log,
};
const writes = (asked: string[]) => asked.filter((one) => !one.startsWith("GET"));

const left: string[] = [];
async function open(one: Person) {
  const cache = new QueryClient();
  cache.setQueryData(personQuery(one.user.id).queryKey, one);
  cache.setQueryData(auditQuery({ person: one.user.id, page: 1 }).queryKey, log);
  left.length = 0;
  await renderInApp(
    <PersonPage id={one.user.id} onDeleted={async () => void left.push("left")} />,
    { cache },
  );
}
const holding = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
const buttons = () =>
  screen
    .queryAllByRole("button")
    .map((one) => one.ariaLabel ?? one.getAttribute("aria-label") ?? one.textContent);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

describe("the page of an account", () => {
  it("says what it holds and when somebody was here", async () => {
    await open(person());
    expect(
      ["Recordings", "Storage", "Open links", "Comments", "Google Drive"].map(holding),
    ).toEqual(["3", "1.5 KB", "2", "1", "Not connected"]);
    expect(screen.getByText("Last here 2 hours ago")).toBeDefined();
    expect(screen.getByText("Email confirmed")).toBeDefined();
    expect(screen.getByRole("link", { name: "See their recordings" }).getAttribute("href")).toBe(
      `/admin/videos?owner=${ada.id}`,
    );
    expect(screen.getByText("Nothing yet")).toBeDefined();
    expect(screen.getByText("Nothing is charged for it.")).toBeDefined();
  });

  it("of somebody who never came says so, and leads to no videos where there are none", async () => {
    const holdings = { recordings: 0, bytes: 0, links: 0, comments: 0 };
    const user = { ...ada, plan: "Free", email_confirmed: false };
    await open(
      person({ user, holdings, last_active_at: null, drive_connected: true, sessions: [] }),
    );
    expect(screen.getByText("Never here")).toBeDefined();
    expect(holding("Google Drive")).toBe("Connected");
    expect(screen.queryByRole("link", { name: "See their recordings" })).toBeNull();
    expect(screen.getByText("Signed in nowhere")).toBeDefined();
    expect(buttons()).toEqual(["Suspend", "Confirm email", "Change plan", "Delete account"]);
  });

  it("of somebody with a single video, signed in once, leads there and can end it", async () => {
    const holdings = { recordings: 1, bytes: 1, links: 0, comments: 0 };
    await open(person({ holdings, sessions: [laptop] }));
    expect(screen.getByRole("link", { name: "See their recordings" })).toBeDefined();
    expect(buttons()).toEqual(expect.arrayContaining(["End all", "End Firefox on Linux"]));
  });

  it("offers nothing over oneself, or where only they may change it", async () => {
    await open(person({ user: { ...self, plan: "Pro", email_confirmed: false } }));
    expect(buttons()).toEqual([]);
    cleanup();
    await open(person({ plan: { ...person().plan, paid: true } }));
    expect(buttons()).not.toContain("Change plan");
    expect(screen.getByText("They pay for it, so only they change it.")).toBeDefined();
    cleanup();
    await open(person({ plan: { ...person().plan, gift_until: "2026-12-24T12:00:00Z" } }));
    expect(screen.getByText("A gift until Dec 24, 2026; then it is as before.")).toBeDefined();
  });

  it("signs out one device at once, and all of them after asking", async () => {
    const done = () => ({ success: true });
    const asked = answering({
      ...reads,
      [`DELETE /admin/users/${ada.id}/sessions/${phone.id}`]: done,
      [`DELETE /admin/users/${ada.id}/sessions`]: done,
    });
    await open(person());
    const [row] = screen.getAllByRole("listitem").filter((one) => one.textContent?.includes("iOS"));
    expect(row?.textContent).toContain("Last seen 3 hours ago");
    expect(row?.textContent).toContain("Since Nov 20, 2026");
    await press("End Safari on iOS");
    await screen.findByText("Device signed out");
    await waitFor(() => expect(asked).toContain(`GET /admin/users/${ada.id}`));
    await press("End all");
    const question = await screen.findByRole("alertdialog", { name: "Sign Ada out everywhere?" });
    expect(writes(asked)).toHaveLength(1);
    await userEvent.click(within(question).getByRole("button", { name: "Confirm" }));
    await screen.findByText("Signed out everywhere");
    expect(writes(asked)).toEqual([
      `DELETE /admin/users/${ada.id}/sessions/${phone.id}`,
      `DELETE /admin/users/${ada.id}/sessions`,
    ]);
  });

  it("keeps the account where the question is cancelled", async () => {
    const asked = answering(reads);
    await open(person());
    await press("Delete account");
    await screen.findByRole("dialog", { name: "Delete the account of Ada?" });
    await press("Cancel");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(writes(asked)).toEqual([]);
    expect(left).toEqual([]);
  });

  it("deletes the account once its address was typed, and stays where that was refused", async () => {
    let refused = true;
    const asked = answering({
      ...reads,
      [`POST /admin/users/${ada.id}/delete`]: () =>
        refused ? refusal(409, "They still pay") : { success: true },
    });
    await open(person());
    await press("Delete account");
    const dialog = within(
      await screen.findByRole("dialog", { name: "Delete the account of Ada?" }),
    );
    await userEvent.type(dialog.getByRole("textbox"), ada.email);
    const yes = () => userEvent.click(dialog.getByRole("button", { name: "Delete account" }));
    await yes();
    await screen.findByText("They still pay");
    expect(left).toEqual([]);
    expect(dialog.getByRole<HTMLInputElement>("textbox").value).toBe(ada.email);
    refused = false;
    await yes();
    await screen.findByText("Account deleted");
    expect(left).toEqual(["left"]);
    expect(asked[0]).toBe(`POST /admin/users/${ada.id}/delete {"email":"${ada.email}"}`);
  });
});
