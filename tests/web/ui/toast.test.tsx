// @vitest-environment happy-dom
import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { errorMended, errorsLeftBehind, toast } from "#web/ui/layers/toast.ts";

describe("toasts", () => {
  it("show once what is said twice, and beside it what is new", async () => {
    toast.error("Failed to load recordings");
    toast.error("Failed to load recordings");
    toast.error("Failed to load subtitles");
    await screen.findByText("Failed to load subtitles");
    expect(screen.getAllByText("Failed to load recordings")).toHaveLength(1);
  });

  it("lead to what they tell of, where they have a link", async () => {
    const part = { text: "The part is saved.", link: "Open it", href: "/video/r" };
    toast.success(part);
    toast.success(part);
    toast.success("Saved, too");
    await screen.findByText("Saved, too");
    const links = screen.getAllByRole("link", { name: "Open it" });
    expect(links.map((link) => link.getAttribute("href"))).toEqual(["/video/r"]);
    expect(links[0]?.parentElement?.textContent).toBe("The part is saved. Open it");
  });

  it("of an error go when it is mended, and with the page but for those that led to the next", async () => {
    toast.error("Title cannot be empty", { about: "title" });
    toast.error("Failed to revoke share link", { about: "shares" });
    toast.error("Session expired. Please log in again.", { leads: true });
    // Beneath the pointer they do not go by themselves.
    await userEvent.hover(await screen.findByText("Session expired. Please log in again."));
    errorMended("title");
    await waitFor(() => expect(screen.queryByText("Title cannot be empty")).toBeNull());
    expect(screen.queryByText("Failed to revoke share link")).not.toBeNull();
    errorsLeftBehind();
    await waitFor(() => expect(screen.queryByText("Failed to revoke share link")).toBeNull());
    expect(screen.queryByText("Session expired. Please log in again.")).not.toBeNull();
  });
});
