// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { answeringServer } from "#tests/web/lib/answering-server.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { RegisterPage } from "#web/features/auth/register-page.tsx";
import { sessionToken, signOut } from "#web/lib/session.ts";

let server: Awaited<ReturnType<typeof answeringServer>>;
beforeAll(async () => {
  server = await answeringServer();
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  signOut();
});

const offer = {
  sign_up: "open" as const,
  first: false,
  allowed_domains: ["firm.example"],
  invitation: null,
};

async function fillIn() {
  await renderInApp(<RegisterPage offer={offer} />);
  const write = (label: string | RegExp, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  write("Username", "Ada");
  write("Email", "ada@firm.example");
  write("Password", "secret1");
  write("Confirm password", "secret1");
  fireEvent.click(screen.getByRole("button", { name: "Create Account" }));
}

/** Answers registrations so, and counts how often the server was asked for one. */
function registering(status: number, body: object) {
  let asked = 0;
  server.state.answer = ({ url }) => {
    if (url !== "/api/auth/register") return { body: {} };
    asked += 1;
    return { status, body };
  };
  return () => asked;
}

describe("creating an account", () => {
  it("says to open the letter where one comes first, and sends another", async () => {
    const asked = registering(202, { success: true });
    await fillIn();
    const said = await screen.findByText(/An email is on its way to/);
    expect(said.textContent).toContain("ada@firm.example");
    expect(said.textContent).toContain("Open the address in it");
    expect(sessionToken()).toBeUndefined();
    fireEvent.click(screen.getByRole("button", { name: "Send the email again" }));
    await expect.poll(asked).toBe(2);
  });

  it("signs in where none is needed", async () => {
    registering(201, { token: "t", user: ada });
    await fillIn();
    await expect.poll(sessionToken).toBe("t");
    expect(screen.queryByText(/An email is on its way/)).toBeNull();
  });
});
