// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, test } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { recordingsQuery } from "#web/data/recordings.ts";
import { sharedWithMeQuery } from "#web/data/shared-with-me.ts";
import Palette, { recordingCommand, saidCommands } from "#web/features/shell/palette.tsx";
import { RoundRecordButton, Shell } from "#web/features/shell/shell.tsx";
import { signIn } from "#web/lib/session.ts";
import { buttonLook } from "#web/ui/controls/button.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

afterEach(cleanup);

describe("the ways through the product", () => {
  it.each([
    ["user", false],
    ["admin", true],
    ["super_admin", true],
  ] as const)("are the admin area's, too, for %s: %s", async (role, isLed) => {
    signIn({ token: "t", user: { ...ada, role } });
    await renderInApp(
      <TooltipGroup>
        <Shell recorder={(start) => start}>A page</Shell>
      </TooltipGroup>,
      { at: "/settings" },
    );
    const admin = screen.queryByRole("link", { name: "Admin Panel" });
    expect(admin?.getAttribute("href")).toBe(isLed ? "/admin" : undefined);
    const here = screen.getAllByRole("link", { current: "page" });
    expect(here.map(({ textContent }) => textContent)).toEqual(["Settings"]);
  });
});

describe("what others have shared", () => {
  it.each([0, 1])("is in the sidebar once there is something: %s", async (count) => {
    signIn({ token: "t", user: ada });
    const cache = new QueryClient();
    const shared = { recording: recordingWith(), share_token: "t", owner: { username: "Ben" } };
    const seen = { first_seen_at: null, watched_seconds: 0, new: true };
    const recordings = Array.from({ length: count }, () => ({ ...shared, ...seen }));
    cache.setQueryData(sharedWithMeQuery(1).queryKey, { recordings, pages: 1 });
    const shell = <Shell recorder={(start) => start}>A page</Shell>;
    await renderInApp(<TooltipGroup>{shell}</TooltipGroup>, { cache, at: "/settings" });
    expect(screen.queryAllByRole("link", { name: "Shared with me" })).toHaveLength(count);
  });
});

describe("on a phone", () => {
  afterEach(() => void Reflect.deleteProperty(navigator, "mediaDevices"));
  const call = () => {};
  const look = (tone: "primary" | "secondary" | "record") => buttonLook({ tone, size: "sm" });
  const record = "/new-recording";
  const fromFile = "/my-recordings#import";

  it.each<[string, object | undefined, boolean, string[][]]>([
    ["nothing has an import instead", undefined, true, [["Import", fromFile, look("primary")]]],
    [
      "only a camera has both",
      { getUserMedia: call },
      true,
      [
        ["Import", fromFile, look("secondary")],
        ["Camera", record, look("record")],
      ],
    ],
    [
      "the screen has the recorder alone",
      { getUserMedia: call, getDisplayMedia: call },
      false,
      [["Start recording", record, expect.any(String)]],
    ],
  ])("a browser that records %s", async (_, value, isTold, offered) => {
    Object.defineProperty(navigator, "mediaDevices", { configurable: true, value });
    await renderInApp(<RoundRecordButton />, { at: "/settings" });
    const told = screen.queryByText("This browser cannot record the screen");
    expect(told !== null).toBe(isTold);
    const links = screen
      .getAllByRole("link")
      .map((link) => [
        link.getAttribute("aria-label") ?? link.textContent,
        link.getAttribute("href"),
        link.className,
      ]);
    expect(links).toEqual(offered);
  });

  it.each(["/dashboard", "/new-recording"])(
    "nothing is where it stands already: %s",
    async (at) => {
      const { container } = await renderInApp(<RoundRecordButton />, { at });
      expect(container.textContent).toBe("");
    },
  );
});

test("the palette leads to a recording, and to each second at which the words are said", () => {
  const matches = [
    { at_seconds: 0, text: "red" },
    { at_seconds: 65, text: "the red button" },
  ];
  const recording = recordingWith({ id: "r", filename: "How we ship", matches });
  expect(recordingCommand(recording)).toMatchObject({
    to: "/video/r",
    label: "How we ship",
    detail: "Nov 21, 2026",
  });
  expect(saidCommands(recording)).toMatchObject([
    { to: "/video/r", at: 0, label: "red", detail: "How we ship · 0:00" },
    { to: "/video/r", at: 65, label: "the red button", detail: "How we ship · 1:05" },
  ]);
});

function Address() {
  return <p data-testid="address">{useLocation({ select: ({ href }) => href })}</p>;
}

test.each([
  ["red", "/video/r?t=0"],
  ["the red button", "/video/r?t=65"],
  ["How we ship", "/video/r"],
])("who chooses '%s' in the palette comes to %s", async (label, address) => {
  signIn({ token: "t", user: ada });
  const cache = new QueryClient();
  const matches = [
    { at_seconds: 0, text: "red" },
    { at_seconds: 65, text: "the red button" },
  ];
  const recordings = [recordingWith({ id: "r", filename: "How we ship", matches })];
  const { queryKey } = recordingsQuery({ search: "", limit: 6 });
  cache.setQueryData(queryKey, { recordings, total: 1, has_more: false });
  const page = (
    <>
      <Palette onClose={() => {}} />
      <Address />
    </>
  );
  await renderInApp(page, { cache });
  fireEvent.click(screen.getByText(label));
  await expect.poll(() => screen.getByTestId("address").textContent).toBe(address);
});
