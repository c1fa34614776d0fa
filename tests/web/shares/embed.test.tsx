// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { DetachedWindowAPI } from "happy-dom";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Share } from "#contract/shares.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { choose } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { shareWith } from "#tests/web/lib/shares.ts";
import { sharesQuery } from "#web/data/shares.ts";
import { ShareDialog } from "#web/features/shares/share-dialog.tsx";

// The preview is another page, which is not loaded here.
const happyDom: unknown = Reflect.get(window, "happyDOM");
if (happyDom instanceof DetachedWindowAPI)
  happyDom.settings.handleDisabledFileLoadingAsSuccess = true;
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const recording_id = crypto.randomUUID();
const start = `/recordings/${recording_id}/shares`;
const share = (part: Partial<Share> = {}) => shareWith({ recording_id, ...part });
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const copied = () => vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();

describe("the player on other pages", () => {
  async function embed(...shares: Share[]) {
    const cache = new QueryClient();
    cache.setQueryData(sharesQuery(recording_id).queryKey, shares);
    const shared = { of: "recording", id: recording_id, title: "How we ship" } as const;
    await renderInApp(<ShareDialog {...shared} onClose={() => {}} />, { cache });
    expect(screen.queryByTitle("Preview")).toBeNull();
    await userEvent.click(screen.getByText("Options"));
    await userEvent.click(screen.getByRole("button", { name: "Embed" }));
  }
  const code = () => screen.queryByLabelText<HTMLTextAreaElement>("Code")?.value;

  it("takes a link for anyone, responsive unless a size is chosen", async () => {
    const writing = copied();
    await embed(
      share({ share_token: "locked", has_password: true }),
      share({ share_token: "open" }),
    );
    expect(screen.getByTitle("Preview").getAttribute("src")).toBe("/embed/open");
    expect(code()).toContain(`src="${location.origin}/embed/open" title="How we ship"`);
    expect(code()).toContain("width:100%");
    await choose("Size", "960");
    expect(code()).toContain('width="960" height="540"');
    press("Copy code");
    expect(await screen.findByRole("button", { name: "Copied" })).toBeDefined();
    expect(writing.mock.calls).toEqual([[code()]]);
    await choose("Size", "640");
    expect(button("Copy code")).toBeDefined();
  });

  it("asks for a link for anyone where there is none", async () => {
    await embed(share({ has_password: true }));
    expect(code()).toBeUndefined();
    const made = share({ share_token: "new" });
    const asked = answers({ [`GET ${start}`]: { shares: [] }, [`POST ${start}`]: made });
    press("Create public link");
    await expect.poll(code).toContain("/embed/new");
    expect(asked.map(([call]) => call)).toEqual([`GET ${start}`, `POST ${start}`]);
  });
});
