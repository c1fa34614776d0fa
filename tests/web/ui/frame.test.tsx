// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { House } from "lucide-react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";

beforeEach(() => {
  localStorage.clear();
  vi.resetModules(); // how wide the sidebar is at first is decided once for a page
});
afterEach(cleanup);

async function openIn(width: number, at = "/") {
  Object.assign(window, { innerWidth: width });
  const { Frame } = await import("#web/ui/page/frame.tsx");
  const { SidebarButton, SidebarLink } = await import("#web/ui/page/sidebar.tsx");
  let searches = 0;
  const { unmount } = await renderInApp(
    <Frame
      name="Main"
      foot="Ada"
      links={
        <>
          <SidebarLink to="/" icon={<House />} exact>
            Home
          </SidebarLink>
          <SidebarLink to="/videos" icon={<House />}>
            Videos
          </SidebarLink>
          <SidebarButton icon={<House />} onClick={() => searches++} aside="Ctrl K">
            Search
          </SidebarButton>
        </>
      }
    >
      The page
    </Frame>,
    { at },
  );
  return { unmount, searches: () => searches };
}

const sidebar = () => within(screen.getByRole("complementary", { name: "Sidebar" }));
const toggle = () => sidebar().getByRole("button", { name: /sidebar$/ });
const isWide = () => toggle().getAttribute("aria-expanded");

describe("the sidebar", () => {
  it.each([
    [1099, "false"],
    [1100, "true"],
  ])("is wide in a window %d wide, before anybody has chosen: %s", async (width, wide) => {
    await openIn(width);
    expect(isWide()).toBe(wide);
  });

  it("is as it was left, on the next visit too", async () => {
    const { unmount } = await openIn(1600);
    expect(toggle().getAttribute("aria-label")).toBe("Collapse sidebar");
    expect(sidebar().getByText("Ctrl K")).toBeDefined();
    await userEvent.click(toggle());
    expect(isWide()).toBe("false");
    expect(toggle().getAttribute("aria-label")).toBe("Expand sidebar");
    expect(sidebar().queryByText("Ctrl K")).toBeNull();
    expect(sidebar().getByRole("link", { name: "Videos" }), "keeps its name").toBeDefined();
    unmount();
    vi.resetModules();
    const again = await openIn(1600);
    expect(isWide()).toBe("false");
    await userEvent.click(toggle());
    again.unmount();
    vi.resetModules();
    await openIn(800);
    expect(isWide()).toBe("true");
  });

  it.each([
    ["/", ["Home"]],
    ["/?from=a-letter", ["Home"]],
    ["/videos", ["Videos"]],
    ["/videos/some?search=x", ["Videos"]],
    ["/elsewhere", []],
  ])("marks at %s where one is: %j", async (at, marked) => {
    await openIn(1600, at);
    const links = sidebar().getAllByRole("link");
    const current = links.filter((link) => link.getAttribute("aria-current") === "page");
    expect(current.map(({ textContent }) => textContent)).toEqual(marked);
  });

  it("is a menu on a phone, which goes once something was chosen", async () => {
    const { searches } = await openIn(400);
    const open = async () => {
      await userEvent.click(screen.getByRole("button", { name: "Open menu" }));
      return within(await screen.findByRole("dialog", { name: "Menu" }));
    };
    const gone = () => waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const menu = await open();
    expect(menu.getByText("Ctrl K"), "is never narrow").toBeDefined();
    await userEvent.click(menu.getByRole("link", { name: "Videos" }));
    await gone();
    await userEvent.click((await open()).getByRole("button", { name: /^Search/ }));
    await gone();
    expect(searches()).toBe(1);
  });

  it("can be skipped", async () => {
    await openIn(1600);
    const skip = screen.getByRole("link", { name: "Skip to content" });
    expect(document.querySelector(skip.getAttribute("href") ?? "")?.tagName).toBe("MAIN");
  });
});
