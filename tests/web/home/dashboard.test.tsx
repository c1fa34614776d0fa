// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { StorageWidget } from "#web/features/home/home-page.tsx";
import { RecordButton, RoundRecordButton } from "#web/features/shell/shell.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

afterEach(cleanup);

const GB = 2 ** 30;
type Subscription = Parameters<typeof StorageWidget>[0]["subscription"];
const premium = {
  plan_name: "Premium",
  storage_type: "s3",
  storage_configured: true,
} as Subscription; // no more of it is shown

const roomWith = (available: number) =>
  renderInApp(
    <StorageWidget
      subscription={premium}
      usage={{
        used_gb: 2,
        limit_gb: 50,
        percentage: 4,
        storage_used_bytes: 2 * GB,
        storage_limit_bytes: 50 * GB,
        trash_bytes: 0,
        available_bytes: available * GB,
      }}
    />,
  );

describe("the dashboard", () => {
  it("promises the room there is: the plan's, or the disk's where that is less", async () => {
    const { unmount } = await roomWith(48);
    expect(document.body.textContent).toContain("2 GB of 50 GB used");
    unmount();
    await roomWith(0.5);
    expect(document.body.textContent).toContain("2 GB of 2.5 GB used");
  });

  it("has one way to record that catches the eye, and other pages have theirs", async () => {
    const buttons = (
      <TooltipGroup>
        <RecordButton />
        <RoundRecordButton />
      </TooltipGroup>
    );
    const { unmount } = await renderInApp(buttons, { at: "/settings" });
    const red = screen.getAllByRole("link")[0]?.className;
    expect(screen.getAllByRole("link").length).toBeGreaterThan(1);
    unmount();
    await renderInApp(buttons, { at: "/dashboard" });
    const [quiet, ...others] = screen.getAllByRole("link");
    expect(others).toEqual([]);
    expect(quiet?.textContent).toBe("Start recording");
    expect(quiet?.className).not.toBe(red);
  });
});
