// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider, useMutation } from "@tanstack/react-query";
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { changePassword } from "#web/data/account.ts";
import { passwordReset } from "#web/features/auth/forgotten.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);

const user = {
  id: crypto.randomUUID(),
  username: "Ada",
  email: "ada@example.org",
  role: "user",
  profile_picture: null,
  oauth_provider: null,
  suspended: false,
  created_at: new Date().toISOString(),
  password_set: true,
};
const none = { count: 0, bytes: 0 };
const eves = { kind: "google_drive", email: "eve@gmail.test" };
let connections = [eves];

let asked: string[];
beforeEach(() => {
  asked = [];
  connections = [eves];
  vi.stubGlobal("fetch", async (address: string | URL | Request) => {
    const path = new URL(address instanceof Request ? address.url : address, location.href)
      .pathname;
    asked.push(path);
    return Response.json(
      path.endsWith("/disconnect")
        ? {
            state: "none",
            email: null,
            connected_at: null,
            recordings: none,
            waiting: { ...none, problem: null },
          }
        : { token: "t", user, connections },
    );
  });
});
afterEach(async () => {
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  cleanup();
  vi.unstubAllGlobals();
});

const change = changePassword(() => {});
const reset = passwordReset("from the letter", async () => {});

function Form({ how }: { how: "change" | "reset" }) {
  const [changing, resetting] = [useMutation(change), useMutation(reset)];
  const { mutate } = how === "change" ? changing : resetting;
  const send = () => {
    const form = new FormData();
    const fields = {
      current_password: "first one",
      new_password: "second one",
      password: "second one",
    };
    const names = how === "change" ? ["current_password", "new_password"] : ["password"];
    for (const [name, value] of Object.entries(fields))
      if (names.includes(name)) form.append(name, value);
    mutate(form);
  };
  return (
    <button type="button" onClick={send}>
      Send
    </button>
  );
}

test.each([
  ["change", "Confirm", true],
  ["change", "Cancel", false],
  ["reset", "Confirm", true],
] as const)(
  "a connected drive is shown after a new password (%s), and %s: cut is %s",
  async (how, pressed, isCut) => {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <Form how={how} />
      </QueryClientProvider>,
    );
    await userEvent.click(screen.getByRole("button", { name: "Send" }));
    await screen.findByRole("alertdialog", {
      name: "Disconnect the Google Drive of eve@gmail.test?",
    });
    await userEvent.click(screen.getByRole("button", { name: pressed }));
    await waitFor(() =>
      expect(asked.filter((path) => path.endsWith("/google-drive/disconnect"))).toHaveLength(
        isCut ? 1 : 0,
      ),
    );
  },
);

test("of several connections each is asked about, one after the other", async () => {
  connections = [eves, { ...eves, email: "own@gmail.test" }];
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form how="change" />
    </QueryClientProvider>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  const question = (email: string) =>
    screen.findByRole("alertdialog", { name: `Disconnect the Google Drive of ${email}?` });
  await question("eve@gmail.test");
  expect(screen.getAllByRole("alertdialog")).toHaveLength(1);
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  await question("own@gmail.test");
  await waitFor(() => expect(screen.getAllByRole("alertdialog")).toHaveLength(1));
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(asked.filter((path) => path.endsWith("/disconnect"))).toHaveLength(1);
});
