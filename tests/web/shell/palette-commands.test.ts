import { describe, expect, it } from "vitest";
import type { Role } from "#contract/auth.ts";
import { commandsFor } from "#web/features/shell/palette-commands.tsx";

const found = (search: string, role: Role = "user") =>
  commandsFor(role, search).map(({ label }) => label);

describe("the palette", () => {
  it.each([
    ["dark", "Dark theme"],
    ["log out", "Log out"],
    ["logout", "Log out"],
    ["import", "Import Video"],
    ["devices", "Devices"],
    ["password", "Password"],
    ["google", "Cloud Storage"],
    ["quality", "Recording Preferences"],
  ])("finds by %j what is called %j", (search, label) => {
    expect(found(search)).toContain(label);
  });

  it("knows every page of the admin area for admins, and none for others", () => {
    const pages = ["Admin Panel", "User Management", "Video Management", "Analytics", "Audit Log"];
    for (const page of pages) {
      expect(found(page, "admin")).toContain(page);
      expect(found(page)).not.toContain(page);
    }
  });

  it("leads to the server's settings for super admins alone", () => {
    expect(found("server", "super_admin")).toContain("Server Settings");
    expect(found("server", "admin")).not.toContain("Server Settings");
  });

  it("names first what begins with what was typed, in any of its words", () => {
    expect(found("re").slice(0, 2)).toEqual(["Start recording", "Recording Preferences"]);
    expect(found("an", "admin")[0]).toBe("Analytics");
  });

  it("begins with the screens alone", () => {
    expect(found("")).toEqual([
      "Start recording",
      "Dashboard",
      "My Videos",
      "Subscription",
      "Settings",
    ]);
  });
});
