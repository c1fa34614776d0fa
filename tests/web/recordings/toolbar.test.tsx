// @vitest-environment happy-dom
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import type { LibraryAddress } from "#web/features/recordings/library/address.ts";
import { Toolbar } from "#web/features/recordings/library/toolbar.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

afterEach(cleanup);

async function show(address: LibraryAddress = {}, isRefreshing = false) {
  const done: unknown[] = [];
  await renderInApp(
    <TooltipGroup>
      <Toolbar
        {...{ address, isRefreshing, search: "", found: 0 }}
        onSearch={(search) => done.push(search)}
        onView={(change) => done.push(change)}
        onNewFolder={() => done.push("new folder")}
        onRefresh={() => done.push("refresh")}
      />
    </TooltipGroup>,
  );
  return done;
}
const view = () => screen.getByRole("button", { name: /^View: / });
const checked = () =>
  screen
    .getAllByRole("menuitemradio")
    .filter((item) => item.getAttribute("aria-checked") === "true")
    .map(({ textContent }) => textContent);

describe("the view of the library", () => {
  it.each<[string, LibraryAddress, LibraryAddress]>([
    ["Oldest first", {}, { sort: "oldest" }],
    ["Title", {}, { sort: "title" }],
    ["Longest first", {}, { sort: "longest" }],
    ["Largest first", {}, { sort: "largest" }],
    ["Most viewed", {}, { sort: "views" }],
    ["Newest first", { sort: "title" }, { sort: undefined }],
    ["With subtitles", {}, { captions: "true" }],
    ["Without subtitles", {}, { captions: "false" }],
    ["With or without", { captions: "true" }, { captions: undefined }],
    ["With a link", {}, { shared: "true" }],
    ["Without a link", {}, { shared: "false" }],
    ["With or without a link", { shared: "false" }, { shared: undefined }],
    ["Cloud", {}, { storage: "s3" }],
    ["Google Drive", {}, { storage: "google_drive" }],
    ["This server", {}, { storage: "local" }],
    ["Any place", { storage: "s3" }, { storage: undefined }],
  ])("is changed by a choice: %s", async (choice, address, change) => {
    const done = await show(address);
    await userEvent.click(view());
    await userEvent.click(await screen.findByRole("menuitemradio", { name: choice }));
    expect(done).toEqual([change]);
  });

  it("names its order, and says where something is left out", async () => {
    await show();
    expect(view().getAttribute("aria-label")).toBe("View: Newest first");
    await userEvent.click(view());
    await screen.findAllByRole("menuitemradio");
    expect(checked()).toEqual([
      ...["Newest first", "With or without", "With or without a link", "Any place"],
    ]);
    cleanup();
    await show({ sort: "views", captions: "false", storage: "local" });
    expect(view().getAttribute("aria-label")).toBe("View: Most viewed, filtered");
    await userEvent.click(view());
    await screen.findAllByRole("menuitemradio");
    expect(checked()).toEqual([
      ...["Most viewed", "Without subtitles", "With or without a link", "This server"],
    ]);
  });

  it("leads to the trash, and to a new folder", async () => {
    const done = await show();
    await userEvent.click(view());
    const trash = await screen.findByRole("menuitem", { name: "Trash" });
    expect(trash.getAttribute("href")).toBe("/trash");
    await userEvent.click(screen.getByRole("menuitem", { name: "New folder" }));
    expect(done).toEqual(["new folder"]);
  });

  it("is read anew by a button, and not twice at once", async () => {
    const done = await show();
    await userEvent.click(screen.getByRole("button", { name: "Refresh" }));
    expect(done).toEqual(["refresh"]);
    cleanup();
    const meanwhile = await show({}, true);
    const refresh = screen.getByRole("button", { name: "Refresh" });
    await userEvent.click(refresh);
    expect([meanwhile, isOff(refresh), document.activeElement]).toEqual([[], true, refresh]);
  });
});
