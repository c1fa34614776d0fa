// @vitest-environment happy-dom
import { useLocation } from "@tanstack/react-router";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { answers } from "#tests/web/lib/answers.ts";
import { options } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { usePalette } from "#web/features/shell/room-frame.tsx";
import { session, signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
beforeEach(() => signIn({ token: "t", user: ada }));
afterEach(() => {
  cleanup();
  signOut();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

function Page() {
  const { layer } = usePalette();
  const address = useLocation({ select: ({ href }) => href });
  return (
    <>
      <p data-testid="address">{address}</p>
      {layer}
    </>
  );
}

async function open() {
  const searched: string[] = [];
  answers({
    "GET /recordings": (_body, query) => {
      searched.push(query.toString());
      const found = query.get("search") === "talk" ? [recordingWith({ filename: "A talk" })] : [];
      return { recordings: found, total: found.length, has_more: false };
    },
    "POST /auth/logout": { success: true },
  });
  await renderInApp(<Page />, { asks: true });
  await press();
  return searched;
}
const LABEL = "Go to a screen, find a recording, start recording";
async function press() {
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  await screen.findByLabelText(LABEL);
}
const type = (text: string) =>
  fireEvent.change(screen.getByLabelText(LABEL), { target: { value: text } });
const palette = () => screen.queryByLabelText("Search");
const shown = () => options().map(({ textContent }) => textContent);
const address = () => screen.getByTestId("address").textContent;

test("the palette opens by its keys, finds what is typed, and leads there by Enter", async () => {
  const searched = await open();
  await expect.poll(() => searched).toEqual(["limit=6"]);
  expect(shown()[0]).toBe("Start recording");
  type(" talk ");
  await expect.poll(() => shown().map((name) => name?.slice(0, 6))).toEqual(["A talk"]);
  const groups = ["Go to", "Recordings", "Said in recordings"];
  expect(groups.filter((group) => screen.queryByText(group))).toEqual(["Recordings"]);
  expect(searched.at(-1)).toBe("search=talk&limit=6");
  type("no such");
  await screen.findByText(/^Nothing found/);
  type("second");
  await expect.poll(() => shown()[0]).toContain("Second factor");
  fireEvent.keyDown(screen.getByLabelText(LABEL), { key: "Enter" });
  await expect.poll(palette).toBeNull();
  expect(address()).toBe("/settings#second-factor");
});

test("the palette changes the theme, and logs out after a question", async () => {
  await open();
  type("night");
  fireEvent.click(await screen.findByText("Dark theme"));
  expect(document.documentElement.dataset.theme).toBe("dark");
  expect(localStorage.getItem("kinora.theme")).toBe("dark");
  await expect.poll(palette).toBeNull();
  await press();
  type("day mode");
  fireEvent.click(await screen.findByText("Light theme"));
  expect(localStorage.getItem("kinora.theme")).toBe("light");
  await expect.poll(palette).toBeNull();
  await press();
  type("log out");
  fireEvent.click(await screen.findByText("Log out"));
  const question = await screen.findByText("Are you sure you want to logout?");
  expect(session().status).toBe("signed-in");
  const dialog = question.closest<HTMLElement>("[role=alertdialog]") ?? document.body;
  fireEvent.click(within(dialog).getByText("Confirm"));
  await expect.poll(() => session().status).toBe("signed-out");
});

test("the shortcuts of a page are listed by a question mark, and closed again", async () => {
  await open();
  await userEvent.keyboard("{Escape}");
  await expect.poll(palette).toBeNull();
  fireEvent.keyDown(document.body, { key: "?" });
  const sheet = await screen.findByRole("dialog");
  expect(sheet.textContent).toContain("Go to, find or start anything");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
});
