// @vitest-environment happy-dom
import { configure, screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { toast } from "#web/ui/toast.ts";

configure({ asyncUtilTimeout: 10_000 });

describe("toasts", () => {
  it("show once what is said twice, and beside it what is new", async () => {
    toast.error("Failed to load recordings");
    toast.error("Failed to load recordings");
    toast.error("Failed to load subtitles");
    await screen.findByText("Failed to load subtitles");
    expect(screen.getAllByText("Failed to load recordings")).toHaveLength(1);
  });
});
