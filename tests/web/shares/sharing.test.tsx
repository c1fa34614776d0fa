// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import type { Share } from "#contract/shares.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { sharesQuery } from "#web/data/shares.ts";
import { Sharing } from "#web/features/shares/sharing.tsx";

afterEach(cleanup);

const recording = crypto.randomUUID();
const share = (label: string): Share => ({
  id: crypto.randomUUID(),
  recording_id: recording,
  share_token: "token",
  label,
  permission_type: "view",
  is_public: true,
  allowed_email: null,
  allow_download: false,
  has_password: false,
  expires_at: null,
  is_expired: false,
  view_count: 0,
  last_viewed_at: null,
  created_at: "2026-11-21T19:31:00.000Z",
});

async function show(...shares: Share[]) {
  const cache = new QueryClient();
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
