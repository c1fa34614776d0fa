// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { setPageAddress } from "#tests/web/lib/answering-server.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { guestQuery } from "#web/data/guest-key.ts";
import ClaimOffer from "#web/features/shared-page/claim-offer.tsx";
import GuestEntrance from "#web/features/shared-page/guest-entrance.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const known = { guest_token: "g", name: "Gus" };
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const knownIn = (cache: QueryClient) => cache.getQueryData(guestQuery("link").queryKey);

describe("a visitor without an account", () => {
  const enter = "POST /shared/link/guest";
  async function open() {
    const cache = new QueryClient();
    await renderInApp(<GuestEntrance shareToken="link" />, { cache });
    await press("Add a comment");
    return cache;
  }
  const field = () => screen.getByLabelText<HTMLInputElement>("Your name");
  const cannotGoOn = () => isOff(screen.getByRole("button", { name: "Continue" }));

  it("takes part by a name, which is not made of spaces", async () => {
    const cache = await open();
    expect([document.activeElement === field(), cannotGoOn()]).toEqual([true, true]);
    await userEvent.type(field(), "  ");
    expect(cannotGoOn()).toBe(true);
    await userEvent.type(field(), "Gus");
    const asked = answers({ [enter]: known });
    await press("Continue");
    await expect.poll(() => knownIn(cache)).toEqual(known);
    expect(asked).toEqual([[enter, { name: "  Gus" }]]);
  });

  it.each([
    ["of this name", refusal(400, "No", { name: "This name is taken" }), "This name is taken"],
    ["at all", refusal(403, "You were banned"), "You were banned"],
  ])("is told at the field why the door stays shut %s", async (_, answer, words) => {
    await open();
    answers({ [enter]: answer });
    await userEvent.type(field(), "Gus{Enter}");
    await screen.findByText(words);
    expect([field().getAttribute("aria-invalid"), field().value]).toEqual(["true", "Gus"]);
  });

  it("may sign in instead, and comes back", async () => {
    setPageAddress("http://kinora.test/shared/link?t=30");
    await open();
    const href = screen.getByRole("link", { name: "Sign In" }).getAttribute("href") ?? "";
    const { pathname, searchParams } = new URL(href, location.href);
    expect([pathname, searchParams.get("redirect")]).toEqual(["/login", "/shared/link?t=30"]);
  });
});

describe("somebody who has signed in since", () => {
  it.each([
    ["takes what was said along", { comments: 2 }, "2 comments moved to your account", null],
    ["keeps it where that is refused", refusal(409, "Not now"), "Not now", known],
    [
      "is asked no more where nothing is left of that guest",
      Response.json({ error: "Gone", message: "Gone", code: "guest_unknown" }, { status: 404 }),
      "Gone",
      null,
    ],
  ])("%s", async (_, answer, said, left) => {
    const cache = new QueryClient();
    cache.setQueryData(guestQuery("link").queryKey, known);
    const scope = { shareToken: "link", recordingId: "r" };
    await renderInApp(<ClaimOffer scope={scope} guest={known} />, { cache });
    expect(document.body.textContent).toContain("You commented here as Gus.");
    const asked = answers({ "POST /guests/claim": answer });
    await press("Move to my account");
    await screen.findByText(said);
    expect(asked[0]).toEqual(["POST /guests/claim", { guest_token: "g" }]);
    expect(knownIn(cache)).toEqual(left);
  });
});
