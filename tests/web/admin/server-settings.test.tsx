// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { type Invitation, Invite, type ServerSettings } from "#contract/settings.ts";
import { answering, refusal } from "#tests/web/lib/answering.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { withToasts } from "#tests/web/lib/toasts.ts";
import { allPlans, config } from "#tests/web/subscriptions/world.ts";
import { configQuery } from "#web/data/config.ts";
import {
  announcementQuery,
  invitationsQuery,
  serverSettingsQuery,
} from "#web/data/server-settings.ts";
import { plansQuery } from "#web/data/subscriptions.ts";
import { ServerSettingsPage } from "#web/features/admin/server/settings-page.tsx";

withToasts();

const usual: ServerSettings = {
  ...{ sign_up: "open", allowed_domains: [], default_plan: null, announcement: "" },
  ...{ trash_days: 30, domains_proven: true },
};
const DAY = 86_400_000;
const invitation = (differs: Partial<Invitation>): Invitation => ({
  ...{ id: crypto.randomUUID(), token: "t", path: "/register?invitation=t", email: null },
  ...{ created_at: "2026-11-20T12:00:00Z", expires_at: "2126-12-24T12:00:00Z" },
  ...{ mailed_at: null, used_at: null, used_by: null, ...differs },
});

interface World {
  settings?: Partial<ServerSettings>;
  invitations?: Invitation[];
  mail?: boolean;
  refuses?: () => Response | undefined;
}
async function open({ settings, invitations = [], mail = true, refuses }: World = {}) {
  const now = { ...usual, ...settings };
  const change = (body: unknown) => refuses?.() ?? Object.assign(now, body);
  const invite = (body: unknown) =>
    refuses?.() ?? Response.json(invitation({ email: Invite.parse(body).email }), { status: 201 });
  const asked = answering({
    "GET /admin/settings": () => now,
    "GET /admin/invitations": () => ({ invitations }),
    "PATCH /admin/settings": change,
    "POST /admin/invitations": invite,
    ...Object.fromEntries(
      invitations.map(({ id }) => [`DELETE /admin/invitations/${id}`, () => ({ success: true })]),
    ),
  });
  const cache = new QueryClient();
  cache.setQueryData(serverSettingsQuery.queryKey, { ...now });
  cache.setQueryData(plansQuery.queryKey, allPlans);
  cache.setQueryData(invitationsQuery.queryKey, invitations);
  cache.setQueryData(configQuery.queryKey, { ...config, mail });
  await renderInApp(<ServerSettingsPage />, { cache });
  const writes = () => asked.filter((one) => !one.startsWith("GET"));
  return { cache, asked, writes };
}
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const choose = async (box: string, option: RegExp) => {
  await userEvent.click(screen.getByRole("combobox", { name: box }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
};

describe("who may sign up", () => {
  it("is changed by a choice, as is the plan that they begin with", async () => {
    const { writes } = await open({ settings: { default_plan: "Pro" } });
    await choose("Who may sign up", /^By invitation/);
    await expect.poll(writes).toEqual(['PATCH /admin/settings {"sign_up":"invitation"}']);
    await screen.findByText("Saved");
    const plan = screen.getByRole("combobox", { name: "Plan of new accounts" });
    expect(plan.textContent).toBe("Pro");
    await waitFor(() => expect(plan.hasAttribute("data-readonly")).toBe(false));
    await choose("Plan of new accounts", /^Default/);
    await expect.poll(() => writes()[1]).toBe('PATCH /admin/settings {"default_plan":null}');
    await waitFor(() => expect(plan.hasAttribute("data-readonly")).toBe(false));
    await choose("Plan of new accounts", /^Starter/);
    await expect.poll(() => writes()[2]).toBe('PATCH /admin/settings {"default_plan":"Starter"}');
    await expect.poll(() => plan.textContent).toBe("Starter");
  });

  it("is narrowed by domains, however they are written, once they are another list", async () => {
    const { writes } = await open({ settings: { allowed_domains: ["a.org", "b.org"] } });
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Allowed email domains" });
    expect(field.value).toBe("a.org, b.org");
    expect(screen.queryByRole("button", { name: "Save domains" })).toBeNull();
    await userEvent.clear(field);
    await userEvent.type(field, " c.org;d.org,  e.org ,{Enter}");
    await expect
      .poll(writes)
      .toEqual(['PATCH /admin/settings {"allowed_domains":["c.org","d.org","e.org"]}']);
    await waitFor(() => expect(screen.queryByRole("button", { name: "Save domains" })).toBeNull());
    expect(field.value).toBe("c.org, d.org, e.org");
    expect(document.activeElement, "the field is the same, and keeps the focus").toBe(field);
  });

  it("says which domain is none, and keeps what was typed", async () => {
    const fields = { "allowed_domains.1": "Write a domain such as example.org" };
    await open({ refuses: () => refusal(422, "Not valid", { fields }) });
    const field = screen.getByRole<HTMLInputElement>("textbox", { name: "Allowed email domains" });
    await userEvent.type(field, "a.org nonsense");
    await press("Save domains");
    await screen.findByText("Write a domain such as example.org");
    expect(field.value).toBe("a.org nonsense");
    expect(field.getAttribute("aria-invalid")).toBe("true");
  });
});

describe("what everyone is told", () => {
  const say = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "What to say" });
  const tell = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });

  it("is sent when it is new, and shown at once", async () => {
    const { cache, writes } = await open();
    expect(isOff(tell("Tell everyone"))).toBe(true);
    await userEvent.type(say(), "  ");
    expect(isOff(tell("Tell everyone"))).toBe(true);
    await userEvent.type(say(), "Closed on Sunday");
    await press("Tell everyone");
    await expect
      .poll(writes)
      .toEqual(['PATCH /admin/settings {"announcement":"  Closed on Sunday"}']);
    await screen.findByText("Saved");
    expect(cache.getQueryData(announcementQuery.queryKey)).toBe("Closed on Sunday");
  });

  it("is taken back by saying nothing", async () => {
    const { writes } = await open({ settings: { announcement: "Closed" } });
    expect(say().value).toBe("Closed");
    expect(say().maxLength).toBe(500);
    await userEvent.clear(say());
    await press("Take it back");
    await expect.poll(writes).toEqual(['PATCH /admin/settings {"announcement":""}']);
  });
});

describe("the trash", () => {
  const days = () => screen.getByRole<HTMLInputElement>("spinbutton", { name: /^Days/ });
  const write = (value: string) => fireEvent.change(days(), { target: { value } });
  const save = () => screen.queryByRole("button", { name: "Save days" });

  it("keeps recordings for as many days as are saved", async () => {
    const { writes } = await open();
    expect([days().value, save()]).toEqual(["30", null]);
    write("7");
    await press("Save days");
    await expect.poll(writes).toEqual(['PATCH /admin/settings {"trash_days":7}']);
    await expect.poll(save).toBeNull();
  });

  it("keeps its days where others are refused, which is said at their field", async () => {
    const fields = { trash_days: "At most a year" };
    await open({ refuses: () => refusal(422, "Not valid", { fields }) });
    write("365");
    await press("Save days");
    await screen.findByText("At most a year");
    expect([days().value, days().getAttribute("aria-invalid")]).toEqual(["365", "true"]);
  });
});

describe("invitations", () => {
  const field = () =>
    screen.getByRole<HTMLInputElement>("textbox", { name: "Email address (optional)" });

  it("go by letter to an address, or are a link for anybody; the form is empty then", async () => {
    const { asked, writes } = await open();
    expect(screen.queryByRole("button", { name: "Send invitation" })).toBeNull();
    await userEvent.type(field(), " ann@x.org ");
    await press("Send invitation");
    await screen.findByText("An email to ann@x.org is on its way");
    expect(field().value).toBe("");
    await expect.poll(() => asked).toContain("GET /admin/invitations");
    await press("Create invitation");
    await screen.findByText("Invitation created: copy its link from the list");
    expect(writes()).toEqual([
      'POST /admin/invitations {"email":"ann@x.org","days":14}',
      'POST /admin/invitations {"email":null,"days":14}',
    ]);
  });

  it("promise no letter where none can be sent", async () => {
    await open({ mail: false });
    await userEvent.type(field(), "ann@x.org");
    await press("Create invitation");
    await screen.findByText("Invitation created: copy its link from the list");
  });

  it("that are refused leave the address where it was", async () => {
    const fields = { email: "Not an address" };
    await open({ refuses: () => refusal(422, "Not valid", { fields }) });
    await userEvent.type(field(), "ann");
    await press("Send invitation");
    await screen.findByText("Not an address");
    expect(field().value).toBe("ann");
  });

  it("have a link that is copied, which the button of that one says", async () => {
    userEvent.setup();
    const list = ["a", "b"].map((token) =>
      invitation({ token, path: `/register?invitation=${token}` }),
    );
    await open({ invitations: list });
    const buttons = () =>
      screen.getAllByRole("listitem").map((row) => within(row).getAllByRole("button")[0]);
    await userEvent.click(buttons()[1] ?? document.body);
    const words = () => buttons().map((button) => button?.textContent);
    await expect.poll(words).toEqual(["Copy link", "Copied"]);
    const address = `${location.origin}/register?invitation=b`;
    expect(await navigator.clipboard.readText()).toBe(address);
  });

  it("are listed from the first one on", async () => {
    await open({ invitations: [invitation({ email: "only@x.org" })] });
    expect(screen.getByRole("listitem").textContent).toContain("only@x.org");
  });

  it("are open, used or expired, and can be withdrawn while they are not used", async () => {
    const past = new Date(Date.now() - DAY).toISOString();
    const list = [
      invitation({ email: "open@x.org" }),
      invitation({ used_at: past, used_by: "used@x.org", expires_at: past }),
      invitation({ used_at: past }),
      invitation({ expires_at: past }),
    ];
    const { writes } = await open({ invitations: list });
    const rows = screen.getAllByRole("listitem");
    const said = rows.map((row) => Array.from(row.querySelectorAll("p"), (p) => p.textContent));
    expect(said).toEqual([
      ["open@x.orgOpen", "Until Dec 24, 2126"],
      ["Anyone with the linkUsed", "By used@x.org"],
      ["Anyone with the linkUsed", "By an account that is gone"],
      ["Anyone with the linkExpired", expect.stringMatching(/^Until/)],
    ]);
    const buttons = rows.map((row) =>
      within(row)
        .queryAllByRole("button")
        .map(({ textContent }) => textContent),
    );
    expect(buttons).toEqual([["Copy link", "Withdraw"], [], [], ["Withdraw"]]);
    await userEvent.click(within(rows[3] ?? document.body).getByRole("button"));
    await screen.findByText("Invitation withdrawn");
    expect(writes()).toEqual([`DELETE /admin/invitations/${list[3]?.id}`]);
  });
});
