// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Config } from "#contract/config.ts";
import type { Share } from "#contract/shares.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { shareWith } from "#tests/web/lib/shares.ts";
import { configQuery } from "#web/data/config.ts";
import { sharesQuery } from "#web/data/shares.ts";
import { Sharing } from "#web/features/shares/sharing.tsx";

afterEach(cleanup);

const recording = crypto.randomUUID();
let mail: boolean | undefined;
const share = (label: string) => shareWith({ recording_id: recording, label });

async function show(...shares: Share[]) {
  const cache = new QueryClient();
  if (mail !== undefined) cache.setQueryData(configQuery.queryKey, { mail } as Config); // no more of it is read
  cache.setQueryData(sharesQuery(recording).queryKey, shares);
  await renderInApp(<Sharing recordingId={recording} />, { cache });
}
const buttons = () => screen.getAllByRole("button").map(({ textContent }) => textContent);
const form = () => screen.queryByRole("button", { name: "Create link" });

describe("the links of a video", () => {
  it("come before all else, to be copied at once, and the form stands behind a button", async () => {
    await show(share("One"), share("Two"));
    expect(buttons()[0]).toBe("Copy link");
    expect(buttons().at(-1)).toBe("New link");
    expect(form()).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "New link" }));
    expect(form()).not.toBeNull();
    expect(buttons()[0]).toBe("Copy link");
  });

  it("are made at once where there is none", async () => {
    await show();
    expect(form()).not.toBeNull();
    expect(screen.queryByRole("button", { name: /^(Copy|New) link$/ })).toBeNull();
  });
});

describe("a link that is changed", () => {
  it.each([
    { allow_download: true, label: "Team" },
    { allow_download: false, permission_type: "edit" as const },
  ])("keeps all that nobody touched: %o", async (part) => {
    const sent: unknown[] = [];
    const known = shareWith({ recording_id: recording, ...part });
    vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
      sent.push(JSON.parse(String(body)));
      return Response.json(known);
    });
    await show(known);
    await userEvent.click(screen.getByRole("button", { name: "Change this link" }));
    await userEvent.click(await screen.findByRole("button", { name: "Save" }));
    const { label, permission_type, is_public, allowed_email, allow_download } = known;
    await expect
      .poll(() => sent)
      .toEqual([{ label, permission_type, is_public, allowed_email, allow_download }]);
    vi.unstubAllGlobals();
  });
});

describe("a link for one person, on a server that sends no letters", () => {
  const address = () => screen.getByLabelText("Their e-mail address");
  const told = () => document.getElementById(address().getAttribute("aria-describedby") ?? "");
  const forOne = () => userEvent.click(screen.getByRole("radio", { name: /^One person/ }));

  it.each([
    ["a new one", "New link"],
    ["one that is changed", "Change this link"],
  ])("says before it is made for whom it opens, and what works instead: %s", async (_, button) => {
    for (const canSend of [false, true]) {
      mail = canSend;
      await show(share("One"));
      await userEvent.click(screen.getByRole("button", { name: button }));
      await forOne();
      if (canSend) expect(told()).toBeNull();
      else
        expect(told()?.textContent).toMatch(/sends no letters.*link for anyone, with a password/);
      cleanup();
    }
  });
});
