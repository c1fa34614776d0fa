import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Role } from "#contract/auth.ts";
import { commandsFor } from "#web/features/shell/palette.tsx";

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

  it("leads to the server's settings and what it is at for super admins alone", () => {
    for (const page of ["Server Settings", "Operations"]) {
      expect(found(page, "super_admin")).toContain(page);
      expect(found(page, "admin")).not.toContain(page);
    }
  });

  it("forgets neither a page of the admin area nor a card of the settings", () => {
    const everything = commandsFor("super_admin", " ").filter((command) => "to" in command);
    const pages = [...new Bun.Glob("*.tsx").scanSync("web/src/routes/admin")]
      .filter((file) => !file.includes("$"))
      .map((file) => `/admin/${file.replace(/(index)?\.tsx$/, "")}`.replace(/\/$/, ""));
    expect(everything.map(({ to }) => to)).toEqual(expect.arrayContaining(pages));
    const cards = [...new Bun.Glob("web/src/features/*/*.tsx").scanSync(".")].flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/<SettingsCard[^>]*? anchor="([^"]+)"/gs)].map(
        ([, anchor]) => anchor,
      ),
    );
    expect(cards.length).toBeGreaterThan(8);
    expect(everything.map(({ hash }) => hash)).toEqual(expect.arrayContaining(cards));
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
      "Shared with me",
      "Trash",
      "Subscription",
      "Settings",
    ]);
    expect(found("", "super_admin").slice(7), "for admins also their first page").toEqual([
      "Admin Panel",
    ]);
  });
});
