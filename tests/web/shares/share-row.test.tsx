// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Share } from "#contract/shares.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { choose, chooseShown } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { shareWith } from "#tests/web/lib/shares.ts";
import { sharesQuery } from "#web/data/shares.ts";
import { ShareDialog } from "#web/features/shares/share-dialog.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

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
  await renderInApp(
    <ShareDialog of="recording" id={recording_id} title="How we ship" onClose={() => {}} />,
    { cache },
  );
  return cache;
}
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const heading = () => screen.getByRole("heading", { name: /^Links/ }).textContent;
const rows = () => screen.queryAllByRole("listitem");
const copied = () => vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
const write = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

describe("a link in the list", () => {
  it("is called by its label, else by whom it is for, and counted", async () => {
    const others = [share({ is_public: false }), share({ label: "Team" }), share()];
    await show(share({ label: "Team" }), share(), ...others);
    expect(heading()).toBe("Links (5)");
    const names = rows().map((row) => row.querySelector("span")?.textContent);
    expect(names).toEqual(["Team", "Public link 2", "Private link", "Team", "Public link"]);
    expect(screen.getAllByRole("button", { name: /^Revoke Public link( 2)?$/ })).toHaveLength(2);
    expect(button("Revoke Public link")).toBeDefined();
    cleanup();
    await show();
    expect(heading()).toBe("Links");
    expect(screen.getByText("No links yet. Only you can open this recording.")).toBeDefined();
  });

  it("is copied as it is, and says so at its own button", async () => {
    const writing = copied();
    const forAda = { is_public: false, allowed_email: "ada@example.com" };
    await show(share({ share_token: "one" }), share({ share_token: "two", ...forAda }));
    const copiers = () => rows().map((row) => within(row).getAllByRole("button")[0]);
    fireEvent.click(copiers()[1] ?? document.body);
    await expect
      .poll(() => copiers().map((one) => one?.getAttribute("aria-label")))
      .toEqual(["Copy link: Public link", "Copied: Private link, ada@example.com"]);
    expect(writing.mock.calls).toEqual([[`${location.origin}/shared/two`]]);
  });

  it("that has expired is no longer offered to be copied, and can be renewed or revoked", async () => {
    await show(share({ label: "Old", is_expired: true, expires_at: "2020-01-01T00:00:00Z" }));
    expect(screen.getByText("Expired")).toBeDefined();
    const offered = within(rows()[0] ?? document.body).getAllByRole("button");
    expect(offered.map((one) => one.getAttribute("aria-label"))).toEqual([
      "Change this link: Old",
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
    const cache = await show(known);
    fireEvent.click(screen.getByRole("button", { name: /^Change this link: / }));
    await screen.findByRole("button", { name: "Save" });
    return { asked, path, cache };
  }
  const isOpen = () => screen.queryByRole("button", { name: "Save" }) !== null;
  const known = share({ label: "Team", has_password: true });
  const its = () => within(screen.getByRole("dialog", { name: "Change this link" }));
  const chooseIts = async (label: string, words: string) => {
    await userEvent.click(its().getByLabelText(label));
    await chooseShown(words);
  };

  it("has what was chosen, and closes", async () => {
    const { asked, path } = await change(known);
    await chooseIts("Who can open it", "One person");
    write("Their email address", " ada@example.com ");
    await chooseIts("Permission", "can edit");
    await userEvent.click(its().getByRole("switch", { name: /^Allow downloads/ }));
    write("New password", " open ");
    await chooseIts("Expires", "ends in 7 days");
    press("Save");
    const sent = {
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
    const { asked, path } = await change({ ...known, expires_at: "2099-11-20T17:00:00Z" });
    expect(its().getByLabelText("Expires").textContent).toMatch(/^ends Nov 20, 2099/);
    await chooseIts("Expires", "never ends");
    press("Save");
    await expect.poll(() => asked).toEqual([[path, { expires_in_hours: null }]]);
  });

  it("keeps what was changed elsewhere since its form was opened", async () => {
    const { asked, path, cache } = await change(known);
    const stricter = { ...known, is_public: false, allowed_email: "ada@example.com" };
    const changed: Share = { ...stricter, expires_at: "2099-11-20T17:00:00Z" };
    act(() => void cache.setQueryData(sharesQuery(recording_id).queryKey, [changed]));
    await expect.poll(() => rows()[0]?.textContent).toContain("ada@example.com");
    fireEvent.change(its().getByLabelText("Label"), { target: { value: "All" } });
    press("Save");
    await expect.poll(() => asked).toEqual([[path, { label: "All" }]]);
  });

  it("loses its password by a button of its own, where it has one, and nothing else", async () => {
    const { asked, path } = await change(known);
    fireEvent.change(its().getByLabelText("Label"), { target: { value: "Not saved" } });
    press("Remove password");
    await expect.poll(() => asked).toEqual([[path, { password: null }]]);
    cleanup();
    await change(share());
    expect(screen.queryByRole("button", { name: "Remove password" })).toBeNull();
    expect(its().getByLabelText("Password")).toBeDefined();
  });

  it("that is refused stays open with what was written, and the words stand at their field", async () => {
    const said = { allowed_email: "This is no address" };
    await change(share({ is_public: false }), refusal(400, "No", said));
    write("Their email address", "ada");
    press("Save");
    await screen.findByText("This is no address");
    expect(screen.getByLabelText<HTMLInputElement>("Their email address").value).toBe("ada");
    expect(screen.queryByText("Failed to change share link")).toBeNull();
  });
});

describe("a link that is copied", () => {
  const copy = () =>
    fireEvent.click(screen.getAllByRole("button", { name: "Copy link" })[0] ?? document.body);
  const isBusy = () => document.querySelector("[type=submit][aria-busy]") !== null;
  const clipboard = () => navigator.clipboard.readText();
  const said = () => screen.getByRole("status").textContent;
  const list = `GET ${start}`;
  const make = `POST ${start}`;

  it("is the first one, for anyone to watch and for ever, and is said", async () => {
    const asked = answers({ [list]: { shares: [] }, [make]: share({ share_token: "new" }) });
    await show();
    copy();
    await expect.poll(said).toBe("Link copied. Anyone with it can watch.");
    expect(await clipboard()).toBe(`${location.origin}/shared/new`);
    expect(asked).toEqual([
      [list],
      [
        make,
        expect.objectContaining({
          is_public: true,
          permission_type: "view",
          expires_in_hours: null,
        }),
      ],
    ]);
    expect(button("Copied")).toBeDefined();
    await expect.poll(heading).toBe("Links (1)");
    expect(screen.queryByLabelText("The link")).toBeNull();
  });

  it("is the one that is there, where the words ask for nothing else", async () => {
    const there = share({ share_token: "there" });
    const asked = answers({ [list]: { shares: [there] } });
    await show(there);
    copy();
    await expect.poll(said).toContain("Link copied");
    expect(await clipboard()).toBe(`${location.origin}/shared/there`);
    expect(asked).toEqual([[list]]);
    expect(heading()).toBe("Links (1)");
  });

  it("is another one where they do, and the words say what was made", async () => {
    const made = share({
      share_token: "new",
      permission_type: "edit",
      is_public: false,
      allowed_email: "ada@example.com",
    });
    const asked = answers({ [make]: made });
    await show(share());
    await choose("Who can open it", "One person");
    write("Their email address", "ada@example.com");
    await choose("Permission", "can edit");
    await choose("Expires", "ends in 30 days");
    write("Label", "Team");
    copy();
    await expect.poll(said).toBe("Link copied. ada@example.com can edit.");
    expect(asked).toEqual([
      [
        make,
        expect.objectContaining({
          label: "Team",
          expires_in_hours: 720,
          permission_type: "edit",
          allowed_email: "ada@example.com",
        }),
      ],
    ]);
    await expect.poll(heading).toBe("Links (2)");
    expect(screen.getByLabelText("Expires").textContent).toBe("ends in 30 days");
    expect(screen.getByLabelText<HTMLInputElement>("Label").value).toBe("Team");
  });

  it("stands there selected where the browser does not copy", async () => {
    vi.spyOn(navigator.clipboard, "write").mockRejectedValue(new Error("No"));
    answers({ [list]: { shares: [] }, [make]: share({ share_token: "new" }) });
    await show();
    copy();
    const link = await screen.findByLabelText<HTMLInputElement>("The link");
    expect(link.value).toBe(`${location.origin}/shared/new`);
    expect(document.activeElement).toBe(link);
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
    expect(said()).toMatch(/^Copy this link/);
    expect(screen.queryByRole("button", { name: "Copied" })).toBeNull();
  });

  it("begins to be copied within the click, before the server has answered", async () => {
    const answer = Promise.withResolvers<object>();
    answers({ [list]: () => answer.promise, [make]: share() });
    const writing = vi.spyOn(navigator.clipboard, "write");
    await show();
    copy();
    await expect.poll(isBusy).toBe(true);
    expect(writing).toHaveBeenCalledOnce();
    answer.resolve({ shares: [] });
    await expect.poll(said).toContain("Link copied");
  });

  it("that is refused leaves what was typed, and says why", async () => {
    answers({ [make]: refusal(409, "There are too many links") });
    await show();
    write("Label", "Team");
    copy();
    expect((await screen.findByRole("alert")).textContent).toBe("There are too many links");
    expect(screen.getByLabelText<HTMLInputElement>("Label").value).toBe("Team");
    expect(said()).toBe("");
  });

  it("for nobody is refused at its field, and nowhere else, without asking the server", async () => {
    const asked = answers({});
    await show();
    await choose("Who can open it", "One person");
    copy();
    const field = () => screen.getByLabelText("Their email address");
    await expect.poll(() => field().getAttribute("aria-invalid")).toBe("true");
    expect(document.activeElement).toBe(field());
    expect(screen.queryByText("Failed to create share link")).toBeNull();
    expect(asked).toEqual([]);
  });
});
