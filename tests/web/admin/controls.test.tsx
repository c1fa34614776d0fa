// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AdminUser } from "#contract/admin-users.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { ConfirmEmail, Controls } from "#web/features/admin/users/controls.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);

const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (address: string, { method, body }: RequestInit) => {
    asked.push(`${method} ${address} ${body}`);
    return Response.json({ ...ada, suspended: true });
  });
});
afterEach(async () => {
  cleanup();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  vi.unstubAllGlobals();
});

const user: AdminUser = { ...ada, plan: "Free", email_confirmed: false };
const self = { ...ada, id: crypto.randomUUID(), role: "super_admin" } as const;

const acts: [what: string, act: () => Promise<void>, sent: string][] = [
  [
    "suspend",
    () => userEvent.click(screen.getByRole("button", { name: "Suspend" })),
    `PUT /api/admin/users/${ada.id}/suspend {"suspended":true}`,
  ],
  [
    "change a role",
    async () => {
      await userEvent.click(screen.getByRole("combobox"));
      await userEvent.click(await screen.findByRole("option", { name: "Admin" }));
    },
    `PUT /api/admin/users/${ada.id}/role {"role":"admin"}`,
  ],
  [
    "confirm an email address",
    () => userEvent.click(screen.getByRole("button", { name: "Confirm email" })),
    `PUT /api/admin/users/${ada.id}/confirm-email null`,
  ],
];

test.each(acts)("to %s asks first, and nothing is sent without a yes", async (_, act, sent) => {
  await renderInApp(
    <>
      <Controls user={user} self={self} />
      <ConfirmEmail user={user} />
    </>,
  );
  const answer = async (word: string) => {
    await act();
    await screen.findByRole("alertdialog");
    await userEvent.click(screen.getByRole("button", { name: word }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  };
  await answer("Cancel");
  expect(asked).toEqual([]);
  await answer("Confirm");
  await waitFor(() => expect(asked).toEqual([sent]));
});
