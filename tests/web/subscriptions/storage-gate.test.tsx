// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { StorageGate } from "#web/features/subscriptions/storage-gate.tsx";
import { knowing, plans, subscribed } from "./world.ts";

afterEach(cleanup);

async function open(storage_configured: boolean, drive: boolean, isConnecting = false) {
  let connects = 0;
  await renderInApp(
    <StorageGate onConnectDrive={() => connects++} isConnecting={isConnecting}>
      The recorder
    </StorageGate>,
    {
      cache: knowing({
        subscription: subscribed(plans.free, { storage_configured }),
        config: { drive },
      }),
    },
  );
  return () => connects;
}
const isRecording = () => screen.queryByText("The recorder") !== null;
const connect = () => screen.getByRole<HTMLButtonElement>("button", { name: "Connect" });

describe("before the recorder", () => {
  it("nothing stands where recordings have a place to go", async () => {
    await open(true, false);
    expect(isRecording()).toBe(true);
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it("a place is chosen, where there is none, or none is wanted", async () => {
    await open(false, true);
    await screen.findByRole("dialog", { name: "Choose Your Storage" });
    expect(isRecording()).toBe(false);
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: "Record without saving online" }));
    expect(isRecording()).toBe(true);
  });

  it("a place can be chosen after all", async () => {
    await open(false, true);
    await screen.findByRole("dialog");
    await userEvent.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await userEvent.click(screen.getByRole("button", { name: "Choose Your Storage" }));
    await screen.findByRole("dialog", { name: "Choose Your Storage" });
    expect(isRecording()).toBe(false);
  });

  it("a drive is connected where this server can, and once at a time", async () => {
    const connects = await open(false, true);
    await screen.findByRole("dialog");
    expect(screen.getByRole("region", { name: "This server" })).toBeDefined();
    await userEvent.click(connect());
    expect(connects()).toBe(1);
    cleanup();
    const again = await open(false, true, true);
    await screen.findByRole("dialog");
    await userEvent.click(connect());
    expect([again(), connect().getAttribute("aria-busy")]).toEqual([0, "true"]);
    cleanup();
    await open(false, false);
    await screen.findByRole("dialog");
    expect(isOff(connect())).toBe(true);
  });
});
