// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { guestQuery, keepGuest } from "#web/data/guest-key.ts";
import { Composer } from "#web/features/discussion/composer.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test.each([
  [401, "guest_unknown", true],
  [403, "guest_banned", false],
  [403, "guests_may_not_comment", false],
  [503, "unavailable", false],
])("a guest who is answered %d %s is asked for a name again: %s", async (status, code, isAsked) => {
  const shareToken = crypto.randomUUID();
  const guest = { guest_token: "a key", name: "Gerda" };
  const cache = new QueryClient();
  keepGuest(cache, shareToken, guest);
  const asked: number[] = [];
  vi.stubGlobal("fetch", async () => {
    asked.push(status);
    return Response.json({ error: "No", message: "No", code }, { status });
  });
  const scope = { recordingId: crypto.randomUUID(), shareToken };
  await renderInApp(<Composer {...{ scope, user: ada, isOwner: false }} moment={() => 0} />, {
    cache,
  });
  await userEvent.type(screen.getByLabelText("Add a comment"), "Hello");
  await userEvent.click(screen.getByRole("button", { name: "Comment" }));
  await expect.poll(() => asked).toEqual([status]);
  const key = isAsked ? null : guest;
  await expect.poll(() => cache.getQueryData(guestQuery(shareToken).queryKey)).toEqual(key);
  expect(localStorage.getItem(`kinora.guest.${shareToken}`) === null).toBe(isAsked);
});
