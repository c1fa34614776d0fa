// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Share } from "#contract/shares.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { shareWith } from "#tests/web/lib/shares.ts";
import { sharesQuery } from "#web/data/shares.ts";
import { Sharing } from "#web/features/shares/sharing.tsx";
import { loadToasts } from "#web/ui/toast.ts";

beforeAll(loadToasts);
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const recording_id = crypto.randomUUID();
const start = `/recordings/${recording_id}/shares`;
const share = (part: Partial<Share> = {}) => shareWith({ recording_id, ...part });

async function show(...shares: Share[]) {
  const cache = new QueryClient();
  cache.setQueryData(sharesQuery(recording_id).queryKey, shares);
  await renderInApp(<Sharing recordingId={recording_id} />, { cache });
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const heading = () => screen.getByRole("heading").textContent;
const rows = () => screen.queryAllByRole("listitem");
const copied = () => vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("a link in the list", () => {
  it("is called by its label, else by whom it is for, and counted", async () => {
    await show(share({ label: "Team" }), share(), share({ is_public: false }));
    expect(heading()).toBe("Links (3)");
    const names = rows().map((row) => row.querySelector("span")?.textContent);
    expect(names).toEqual(["Team", "Public link", "Private link"]);
    cleanup();
    await show();
    expect(heading()).toBe("Links");
    expect(screen.getByText("No links yet. Only you can open this video.")).toBeDefined();
  });

  it("is copied as it is, and says so at its own button", async () => {
    const writing = copied();
    await show(share({ share_token: "one" }), share({ share_token: "two" }));
    const [, second] = screen.getAllByRole("button", { name: "Copy link" });
    fireEvent.click(second ?? document.body);
    await expect
      .poll(() => rows().map((row) => within(row).getAllByRole("button")[0]?.textContent))
      .toEqual(["Copy link", "Copied"]);
    expect(writing.mock.calls).toEqual([[`${location.origin}/shared/two`]]);
  });

  it("that has expired is no longer offered to be copied, and can be renewed or revoked", async () => {
    await show(share({ label: "Old", is_expired: true, expires_at: "2020-01-01T00:00:00Z" }));
    expect(screen.getByText("Expired")).toBeDefined();
    const offered = within(rows()[0] ?? document.body).getAllByRole("button");
    expect(offered.map((one) => one.getAttribute("aria-label"))).toEqual([
      "Change this link",
      "Revoke Old",
    ]);
  });

  it.each(["Cancel", "Confirm"])("is revoked after asking: %s", async (answer) => {
    const one = share({ label: "Team" });
    const path = `DELETE ${start}/${one.id}`;
    const asked = answers({ [path]: { success: true } });
    await show(share(), one);
    press("Revoke Team");
    const dialog = await screen.findByRole("alertdialog");
    fireEvent.click(within(dialog).getByRole("button", { name: answer }));
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
    await expect.poll(() => rows().length).toBe(answer === "Confirm" ? 1 : 2);
    expect(asked).toEqual(answer === "Confirm" ? [[path]] : []);
  });
});

describe("a link that is changed", () => {
  async function change(known: Share, answer: object = known) {
    const path = `PATCH ${start}/${known.id}`;
    const asked = answers({ [path]: answer });
    await show(known);
    press("Change this link");
    await screen.findByRole("button", { name: "Save" });
    return { asked, path };
  }
  const isOpen = () => screen.queryByRole("button", { name: "Save" }) !== null;
  const known = share({ label: "Team", has_password: true });
  const kept = {
    label: "Team",
    permission_type: "view",
    is_public: true,
    allowed_email: null,
    allow_download: false,
  };

  it("has what was chosen, and closes", async () => {
    const { asked, path } = await change(known);
    fireEvent.click(screen.getByRole("radio", { name: "One person" }));
    write("Their e-mail address", " ada@example.com ");
    fireEvent.click(screen.getByRole("radio", { name: "Can edit" }));
    await userEvent.click(screen.getByRole("switch"));
    write("New password", " open ");
    await choose("Expires", "7 days");
    press("Save");
    const sent = {
      ...kept,
      permission_type: "edit",
      is_public: false,
      allowed_email: "ada@example.com",
      allow_download: true,
      password: " open ",
      expires_in_hours: 168,
    };
    await expect.poll(() => asked).toEqual([[path, sent]]);
    await expect.poll(isOpen).toBe(false);
  });

  it("can be for ever again, which is not the same as staying as it is", async () => {
    const { asked, path } = await change(known);
    expect(screen.getByLabelText("Expires").textContent).toBe("As it is");
    await choose("Expires", "Never");
    press("Save");
    await expect.poll(() => asked).toEqual([[path, { ...kept, expires_in_hours: null }]]);
  });

  it("loses its password by a button of its own, where it has one, and nothing else", async () => {
    const { asked, path } = await change(known);
    write("Label", "Not saved");
    press("Remove password");
    await expect.poll(() => asked).toEqual([[path, { password: null }]]);
    cleanup();
    await change(share());
    expect(screen.queryByRole("button", { name: "Remove password" })).toBeNull();
    expect(screen.getByLabelText("Password")).toBeDefined();
  });

  it("that is refused stays open with what was written, and the words stand at their field", async () => {
    const said = { allowed_email: "This is no address" };
    await change(share({ is_public: false }), refusal(400, "No", said));
    write("Their e-mail address", "ada");
    press("Save");
    await screen.findByText("This is no address");
    expect(screen.getByLabelText<HTMLInputElement>("Their e-mail address").value).toBe("ada");
    expect(screen.queryByText("Failed to change share link")).toBeNull();
  });
});

describe("a new link", () => {
  const create = async () => {
    press("Create link");
    await expect.poll(() => button("Create link").getAttribute("aria-busy")).toBeNull();
  };

  it("is copied, shown to be copied again, and the form is put away empty", async () => {
    const [made, writing] = [share({ share_token: "new" }), copied()];
    const asked = answers({ [`POST ${start}`]: made });
    await show(share());
    press("New link");
    write("Label", "Team");
    press("Create link");
    const shown = await screen.findByLabelText<HTMLInputElement>("The new link");
    expect(shown.value).toBe(`${location.origin}/shared/new`);
    await expect.poll(() => screen.queryByText("Link made and copied")).not.toBeNull();
    expect(writing.mock.calls).toEqual([[shown.value]]);
    expect(screen.queryByRole("button", { name: "Create link" })).toBeNull();
    expect(heading()).toBe("Links (2)");
    expect(asked[0]?.[1]).toMatchObject({ label: "Team", is_public: true });
    press("New link");
    expect(screen.getByLabelText<HTMLInputElement>("Label").value).toBe("");
  });

  it("that the browser does not copy stands there all the same", async () => {
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("No"));
    answers({ [`POST ${start}`]: share() });
    await show();
    press("Create link");
    expect(await screen.findByText("Link made")).toBeDefined();
    expect(screen.queryByText("Link made and copied")).toBeNull();
  });

  it("that is refused leaves what was typed, and says why", async () => {
    answers({ [`POST ${start}`]: refusal(409, "There are too many links") });
    await show();
    write("Label", "Team");
    await create();
    expect((await screen.findByRole("alert")).textContent).toBe("There are too many links");
    expect(screen.getByLabelText<HTMLInputElement>("Label").value).toBe("Team");
  });

  it("for nobody is refused at its field, and nowhere else, without asking the server", async () => {
    const asked = answers({});
    await show();
    fireEvent.click(screen.getByRole("radio", { name: /^One person/ }));
    await create();
    const field = () => screen.getByLabelText("Their e-mail address");
    await expect.poll(() => field().getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field());
    expect(screen.queryByText("Failed to create share link")).toBeNull();
    expect(asked).toEqual([]);
  });

  it("ends when it was chosen to", async () => {
    const asked = answers({ [`POST ${start}`]: share() });
    await show();
    const terms = screen.getByRole("radiogroup", { name: "Expires" });
    const offered = within(terms).getAllByRole("radio");
    expect(offered.map(({ textContent }) => textContent)).toEqual([
      "Never",
      "1 hour",
      "24 hours",
      "7 days",
      "30 days",
    ]);
    expect(offered[0]?.getAttribute("aria-checked")).toBe("true");
    fireEvent.click(within(terms).getByRole("radio", { name: "30 days" }));
    press("Create link");
    await expect.poll(() => asked[0]?.[1]).toMatchObject({ expires_in_hours: 720 });
  });
});
