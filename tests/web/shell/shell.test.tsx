// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, test } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { recordingCommand, saidCommands } from "#web/features/shell/palette-commands.tsx";
import { Shell } from "#web/features/shell/shell.tsx";
import { signIn } from "#web/lib/session.ts";
import { TooltipGroup } from "#web/ui/tooltip.tsx";

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
