// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { LibraryPage } from "#web/features/recordings/library/library-page.tsx";
import { signIn, signOut } from "#web/lib/session.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

/** An empty library, and a server that takes what is sent; stands there before it is taken hold of. */
vi.hoisted(() => {
  const answer = async (url: unknown, { method = "GET", body }: RequestInit = {}) => {
    if (method === "GET") return Response.json({ recordings: [], total: 0, has_more: false });
    const place = { location: "/api/uploads/1", "x-recording-id": "r" };
    if (url === "/api/uploads") return new Response(null, { status: 201, headers: place });
    const taken = { "upload-offset": String(body instanceof ArrayBuffer ? body.byteLength : 0) };
    return new Response(null, { status: 204, headers: taken });
  };
  globalThis.fetch = Object.assign(answer, { preconnect() {} }) as typeof fetch; // what Bun adds to it, too
});

beforeEach(() => signIn({ token: "of-ada", user: ada }));
afterEach(() => {
  cleanup();
  signOut();
});

const open = (at = "/") =>
  renderInApp(
    <TooltipGroup>
      <LibraryPage address={{}} onAddress={() => {}} shareDialog={() => null} />
    </TooltipGroup>,
    { asks: true, at },
  );
const dialog = () => screen.queryByText("MP4, WebM, MOV, AVI or MKV, up to 500 MB each");
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const drag = (name: string, files: File[] = []) =>
  fireEvent(
    window,
    Object.assign(new Event(name, { cancelable: true }), {
      dataTransfer: { types: ["Files"], files },
    }),
  );

test("an import begins by its button, and by a link that asks for it", async () => {
  await open();
  expect(dialog()).toBeNull();
  await press("Import Video");
  expect(dialog()).toBeTruthy();
  cleanup();
  await open("/#import");
  await expect.poll(dialog).toBeTruthy();
  await press("Close");
  await expect.poll(dialog).toBeNull();
});

test("files that are dropped are chosen, and what was refused is named until it was read", async () => {
  await open();
  drag("dragenter");
  expect(screen.getByText("Drop to import into My Videos")).toBeTruthy();
  drag("drop", [new File(["x"], "a.mp4"), new File([], "empty.mp4")]);
  expect(screen.queryByText("Drop to import into My Videos")).toBeNull();
  expect(screen.getByText("a.mp4")).toBeTruthy();
  await press("Import");
  await expect.poll(dialog).toBeNull();
  await screen.findByText("empty.mp4 was not imported: The file is empty");
  await press("Dismiss");
  expect(screen.queryByText(/was not imported/)).toBeNull();
});
