import { describe, expect, it } from "vitest";
import type { Role } from "#contract/auth.ts";
import { commandsFor } from "#web/features/shell/palette.tsx";

const found = (search: string, role: Role = "user") =>
  commandsFor(role, search).map(({ label }) => label);

describe("the palette", () => {
  it.each([
    ["import", "Import Video"],
    ["bin", "Trash"],
    ["record", "Start recording"],
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

  it("forgets no page of the admin area", () => {
    const everything = commandsFor("super_admin", " ");
    const pages = [...new Bun.Glob("*.tsx").scanSync("web/src/routes/admin")]
      .filter((file) => !file.includes("$"))
      .map((file) => `/admin/${file.replace(/(index)?\.tsx$/, "")}`.replace(/\/$/, ""));
    expect(everything.map(({ to }) => to)).toEqual(expect.arrayContaining(pages));
  });

  it("names first what begins with what was typed, in any of its words", () => {
    expect(found("ad", "admin").slice(0, 2)).toEqual(["Admin Panel", "Import Video"]);
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
