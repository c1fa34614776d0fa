// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Config } from "#contract/config.ts";
import type { Share } from "#contract/shares.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { chooseShown } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { shareWith } from "#tests/web/lib/shares.ts";
import { configQuery } from "#web/data/config.ts";
import { sharesQuery } from "#web/data/shares.ts";
import { ShareDialog } from "#web/features/shares/share-dialog.tsx";

afterEach(cleanup);

const recording = crypto.randomUUID();
let mail: boolean | undefined;
const share = (label: string) => shareWith({ recording_id: recording, label });

async function show(...shares: Share[]) {
  const cache = new QueryClient();
  if (mail !== undefined) cache.setQueryData(configQuery.queryKey, { mail } as Config); // no more of it is read
  cache.setQueryData(sharesQuery(recording).queryKey, shares);
  await renderInApp(
    <ShareDialog of="recording" id={recording} title="How we ship" onClose={() => {}} />,
    { cache },
  );
}

describe("the panel", () => {
  const words = () =>
    ["Who can open it", "Permission", "Expires"].map((l) => screen.getByLabelText(l).textContent);

  it("is ready before the first link, and nothing is asked of the server", async () => {
    const asked = answers({});
    await show();
    expect(words()).toEqual(["Anyone", "can watch", "never ends"]);
    expect(screen.getByText("No links yet. Only you can open this recording.")).toBeDefined();
    expect(screen.getByRole("heading", { name: "Links" })).toBeDefined();
    expect(screen.getByRole("button", { name: "Copy link" })).toBeDefined();
    expect(asked.filter(([call]) => !call.startsWith("GET"))).toEqual([]);
  });

  it("shows a title in the direction of its own script", async () => {
    await show();
    expect(screen.getByText("How we ship").closest("bdi")).not.toBeNull();
  });

  it("says that a password is needed as well, as soon as one is written", async () => {
    await show();
    expect(screen.queryByText(/and the password/)).toBeNull();
    await userEvent.type(screen.getByLabelText("Password"), "o");
    expect(screen.getByText("with the link and the password")).toBeDefined();
  });
});

describe("a link that is made", () => {
  const path = `/recordings/${recording}/shares`;
  const submit = () => document.querySelector<HTMLElement>("button[type=submit]");
  const press = () => userEvent.click(submit() ?? document.body);
  const options = () => screen.getByText("Options").closest("details");

  it("keeps its words until they are changed, and is copied again without another", async () => {
    const made = shareWith({ recording_id: recording, label: "Team" });
    const asked = answers({ [`POST ${path}`]: made, [`GET ${path}`]: { shares: [made] } });
    const isMade = () => asked.filter(([call]) => call.startsWith("POST")).length;
    await show();
    await userEvent.type(screen.getByLabelText("Label"), "Team");
    await press();
    await screen.findByText("Link copied. Anyone with it can watch.");
    expect(screen.getByLabelText("Label")).toHaveProperty("value", "Team");
    await press();
    await screen.findByText("Link copied. Anyone with it can watch.");
    expect(isMade()).toBe(1);
    await userEvent.type(screen.getByLabelText("Label"), "s");
    expect(screen.queryByText(/^Link copied/)).toBeNull();
    await press();
    await expect.poll(isMade).toBe(2);
  });

  it("says why it was refused, though the options were closed", async () => {
    await show();
    await userEvent.type(screen.getByLabelText("Password"), "o");
    expect(options()?.open).toBe(false);
    await press();
    await screen.findByText("The password must be at least 4 characters long");
    expect(options()?.open).toBe(true);
    expect(document.activeElement).toBe(screen.getByLabelText("Password"));
  });
});

describe("the options of a link", () => {
  const toggles = () =>
    screen.getAllByRole("switch").map((one) => one.getAttribute("aria-checked") === "true");
  const toggle = (name: RegExp) => userEvent.click(screen.getByRole("switch", { name }));

  it.each<[RegExp, Partial<Share>]>([
    [/^Allow downloads/, { allow_download: true }],
    [/^Guests may comment/, { guests_may_comment: true }],
    [/^Show while recording/, { watch_live: false }],
  ])("are sent as they are chosen, each for itself: %s", async (name, chosen) => {
    await show();
    expect(toggles()).toEqual([false, false, true]);
    await toggle(name);
    const { allow_download = false, guests_may_comment = false, watch_live = true } = chosen;
    expect(toggles()).toEqual([allow_download, guests_may_comment, watch_live]);
    const asked = answers({});
    await userEvent.click(screen.getByRole("button", { name: "Copy link" }));
    const usual = { allow_download: false, guests_may_comment: false, watch_live: true };
    await expect.poll(() => asked[0]?.[1]).toMatchObject({ ...usual, ...chosen });
  });

  it("of a folder know no permission, no frame, and nothing of what is being recorded", async () => {
    const cache = new QueryClient();
    cache.setQueryData(sharesQuery("folder", "folder").queryKey, []);
    const dialog = <ShareDialog of="folder" id="folder" title="Talks" onClose={() => {}} />;
    await renderInApp(dialog, { cache });
    expect(screen.getByText("No links yet. Only you can open this folder.")).toBeDefined();
    expect(screen.getByText("can watch its recordings")).toBeDefined();
    expect(screen.queryByLabelText("Permission")).toBeNull();
    expect(screen.queryByRole("button", { name: "Embed" })).toBeNull();
    expect(toggles()).toEqual([false, false]);
  });

  it("of a folder's link stay a folder's when it is changed", async () => {
    const share = shareWith({ recording_id: null, folder_id: crypto.randomUUID() });
    await show(share);
    await userEvent.click(screen.getByRole("button", { name: "Change this link: Public link" }));
    const form = within(await screen.findByRole("dialog", { name: "Change this link" }));
    expect(form.getByText("can watch its recordings")).toBeDefined();
    expect(form.queryByRole("switch", { name: /^Show while recording/ })).toBeNull();
  });
});

describe("the links of a folder", () => {
  const folder_id = crypto.randomUUID();
  const path = `/folders/${folder_id}/shares`;
  const known = shareWith({ recording_id: null, folder_id, label: "Team" });
  const press = async (name: string) =>
    userEvent.click(await screen.findByRole("button", { name }));

  /** The links as the server has them; what is changed there, and not only read. */
  async function open(shares: Share[], table: Parameters<typeof answers>[0]) {
    const asked = answers({ [`GET ${path}`]: { shares }, ...table });
    const dialog = <ShareDialog of="folder" id={folder_id} title="Talks" onClose={() => {}} />;
    await renderInApp(dialog, { asks: true });
    return () => asked.filter(([call]) => !call.startsWith("GET"));
  }

  it("are read, and made, at the folder's own address", async () => {
    const changes = await open([], { [`POST ${path}`]: known });
    await screen.findByText("No links yet. Only you can open this folder.");
    await press("Copy link");
    await screen.findByRole("heading", { name: "Links (1)" });
    const usual = { is_public: true, permission_type: "view", expires_in_hours: null };
    expect(changes()).toEqual([[`POST ${path}`, expect.objectContaining(usual)]]);
  });

  it("are changed there", async () => {
    const call = `PATCH ${path}/${known.id}`;
    const changes = await open([known], { [call]: { ...known, label: "All" } });
    await press("Change this link: Team");
    const form = within(await screen.findByRole("dialog", { name: "Change this link" }));
    await userEvent.clear(form.getByLabelText("Label"));
    await userEvent.type(form.getByLabelText("Label"), "All");
    await press("Save");
    await screen.findByRole("button", { name: "Revoke All" });
    expect(changes()).toEqual([[call, { label: "All" }]]);
  });

  it("are revoked there", async () => {
    const call = `DELETE ${path}/${known.id}`;
    const changes = await open([known], { [call]: { success: true } });
    await press("Revoke Team");
    await press("Confirm");
    await expect.poll(changes).toEqual([[call]]);
    await expect.poll(() => screen.queryByRole("alertdialog")).toBeNull();
  });
});

describe("links that cannot be read", () => {
  it("say so, and are read again on request", async () => {
    const path = `GET /recordings/${recording}/shares`;
    answers({ [path]: refusal(503, "Away") });
    const dialog = <ShareDialog of="recording" id={recording} title="Talk" onClose={() => {}} />;
    await renderInApp(dialog, { asks: true });
    await screen.findByText("Failed to load the links");
    answers({ [path]: { shares: [share("One"), share("Two")] } });
    await userEvent.click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("heading", { name: "Links (2)" });
  });

  it("are not said to be the one that was made meanwhile", async () => {
    const path = `/recordings/${recording}/shares`;
    const [made, other] = [share("Made"), share("One")];
    answers({ [`GET ${path}`]: refusal(503, "Away") });
    const dialog = <ShareDialog of="recording" id={recording} title="Talk" onClose={() => {}} />;
    await renderInApp(dialog, { asks: true });
    await screen.findByText("Failed to load the links");
    answers({ [`POST ${path}`]: made, [`GET ${path}`]: { shares: [made, other] } });
    await userEvent.type(screen.getByLabelText("Label"), "Made");
    fireEvent.submit(screen.getByRole("button", { name: "Copy link" }));
    await screen.findByRole("heading", { name: "Links (2)" });
  });
});

describe("a link that is changed", () => {
  it.each([
    { allow_download: true, label: "Team" },
    { allow_download: false, permission_type: "edit" as const },
  ])("says nothing of what nobody touched: %o", async (part) => {
    const sent: unknown[] = [];
    const known = shareWith({ recording_id: recording, ...part });
    vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
      sent.push(JSON.parse(String(body)));
      return Response.json(known);
    });
    await show(known);
    const change = { name: `Change this link: ${known.label || "Public link"}` };
    await userEvent.click(screen.getByRole("button", change));
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    await expect.poll(() => sent).toEqual([{}]);
    vi.unstubAllGlobals();
  });
});

describe("a link for one person", () => {
  const address = () => screen.getByLabelText("Their email address");
  const told = () => document.getElementById(address().getAttribute("aria-describedby") ?? "");
  const options = () => screen.getByText("Options").closest("details")?.open;

  it.each([undefined, "Change this link"])(
    "says before it is made for whom it opens, and what works instead: %s",
    async (button) => {
      for (const canSend of [false, true]) {
        mail = canSend;
        await show(share("One"));
        if (button) fireEvent.click(screen.getByRole("button", { name: `${button}: One` }));
        const form = within(await screen.findByRole("dialog", { name: button ?? "Share" }));
        await userEvent.click(await form.findByLabelText("Who can open it"));
        await chooseShown("One person");
        expect(told()?.textContent).toMatch(
          canSend ? /^They sign in/ : /sends no emails.*choose Anyone and set a password/,
        );
        // A reason for a password is a reason to see its field.
        if (!button) expect(options()).toBe(!canSend);
        cleanup();
      }
    },
  );
});
