// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { act, cleanup, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { ada } from "#tests/web/lib/people.ts";
import { until } from "#tests/web/lib/until.ts";
import { recordingsKey } from "#web/data/recordings.ts";
import { ImportDialog } from "#web/features/recordings/import/import-dialog.tsx";
import { remember } from "#web/features/recordings/import/unfinished.ts";
import { useImports } from "#web/features/recordings/import/use-imports.ts";
import { signIn, signOut } from "#web/lib/session.ts";
import { loadToasts } from "#web/ui/layers/toast.ts";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

/** The calls to the server, and what it does with a part: take it, refuse the file, or let it wait. */
const server = vi.hoisted(() => {
  type Part = "taken" | "refused" | "held" | "second held" | "half";
  const state: { asked: string[]; names: string[]; part: Part } = {
    ...{ asked: [], names: [], part: "taken" },
  };
  const held: (() => void)[] = [];
  const answer = async (url: unknown, { method = "GET", headers, body }: RequestInit = {}) => {
    const sent = new Headers(headers);
    state.asked.push(`${method} ${url}`);
    const name = /filename ([^,]*)/.exec(sent.get("upload-metadata") ?? "")?.[1];
    if (name) state.names.push(atob(name));
    const place = { location: `/api/uploads/${state.names.length}`, "x-recording-id": "r" };
    if (method === "POST") return new Response(null, { status: 201, headers: place });
    if (method === "DELETE") return new Response(null, { status: 204 });
    const isHeld =
      state.part === "held" || (state.part === "second held" && url === "/api/uploads/2");
    if (isHeld) await new Promise<void>((go) => held.push(go));
    if (state.part === "refused")
      return Response.json(
        { error: "Full", message: "Your storage is full.", code: "storage_full" },
        { status: 402, headers: { "tus-resumable": "1.0.0" } },
      );
    const arrived = body instanceof ArrayBuffer ? body.byteLength : 0;
    const part = state.part === "half" ? Math.floor(arrived / 2) : arrived;
    const taken = Number(sent.get("upload-offset")) + part;
    return new Response(null, { status: 204, headers: { "upload-offset": String(taken) } });
  };
  globalThis.fetch = Object.assign(answer, { preconnect() {} }) as typeof fetch; // before it is taken
  const goOn = (part: Part = "taken") => {
    state.part = part;
    for (const go of held.splice(0)) go();
  };
  return { state, goOn };
});

const file = (name: string, size = 10) => new File(["x".repeat(size)], name, { lastModified: 1 });
const closed: (string | undefined)[] = [];

function Imports() {
  const [folder, setFolder] = useState<string>();
  const imports = useImports(folder);
  const [isOpen, setOpen] = useState(true);
  const close = (refused: string | undefined) => {
    closed.push(refused);
    setOpen(false);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => setFolder("talks")}>
        Into talks
      </button>
      <ImportDialog imports={imports} open={isOpen} onClose={close} />
    </>
  );
}

let cache: QueryClient;
beforeAll(loadToasts);
beforeEach(() => {
  localStorage.clear();
  signIn({ token: "of-ada", user: ada });
  Object.assign(server.state, { asked: [], names: [], part: "taken" });
  closed.length = 0;
  cache = new QueryClient();
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  server.goOn();
  signOut();
});

async function open(...files: File[]) {
  const page = await renderInApp(
    <TooltipGroup>
      <Link to="/settings">Elsewhere</Link>
      <Imports />
    </TooltipGroup>,
    { cache },
  );
  const input = await screen.findByLabelText<HTMLInputElement>("Video files");
  if (files.length > 0) await userEvent.upload(input, files, { applyAccept: false });
  return { ...page, input };
}

const dialog = () => screen.getByRole("dialog", { name: "Import Video" });
const footer = () =>
  [...dialog().querySelectorAll<HTMLButtonElement>("footer button")].map((one) =>
    isOff(one) ? `(${one.textContent})` : one.textContent,
  );
const rows = () =>
  within(screen.getByRole("list", { name: "Files" }))
    .getAllByRole("listitem")
    .map((row) => [...row.querySelectorAll("p")].map(({ textContent }) => textContent).join(" | "));
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const leave = () => fireEvent.click(screen.getByText("Elsewhere"));

describe("choosing what to import", () => {
  it("needs a file that can be imported, and says how many there are", async () => {
    const { input } = await open();
    expect(footer()).toEqual(["Cancel", "(Import)"]);
    await userEvent.upload(input, [file("letter.txt")], { applyAccept: false });
    expect(footer(), "it is no video").toEqual(["Cancel", "(Import)"]);
    await press("Remove letter.txt");
    await userEvent.upload(input, [file("a.mp4", 2048)], { applyAccept: false });
    expect(footer()).toEqual(["Cancel", "Import"]);
    await userEvent.upload(input, [file("notes.txt")], { applyAccept: false });
    expect(footer(), "it is none of them").toEqual(["Cancel", "Import"]);
    await userEvent.upload(input, [file("b.webm")], { applyAccept: false });
    expect(footer()).toEqual(["Cancel", "Import 2 files"]);
    expect(rows()).toEqual([
      "notes.txt | 10 Bytes | Invalid file type. Supported: MP4, WebM, MOV, AVI, MKV",
      "a.mp4 | 2 KB | Ready to import",
      "b.webm | 10 Bytes | Ready to import",
    ]);
    expect(screen.queryByLabelText(/^Try /), "a second try would change nothing").toBeNull();
    await press("Remove a.mp4");
    expect(footer()).toEqual(["Cancel", "Import"]);
    expect(server.state.asked).toEqual([]);
    await press("Cancel");
    expect(closed).toEqual([undefined]);
    await press("Open");
    expect(screen.queryByRole("list", { name: "Files" }), "it begins anew").toBeNull();
    expect(footer()).toEqual(["Cancel", "(Import)"]);
  });

  it("takes the same file again", async () => {
    const { input } = await open(file("a.mp4"));
    expect(input.value).toBe("");
    expect(input.multiple).toBe(true);
    expect(input.accept).toBe(".mp4,.webm,.mov,.avi,.mkv");
  });

  it("tells of one's own imports that were cut off, as long as nothing is chosen", async () => {
    const half = { url: "/api/uploads/9", name: "talk.mp4", size: 1000, sent: 559 };
    remember(`${ada.id} talk`, half);
    remember("somebody-else talk", { ...half, name: "theirs.mp4" });
    const { input } = await open();
    const told = () => dialog().textContent.match(/(talk|theirs)\.mp4 was cut off at \d+%/g);
    expect(told()).toEqual(["talk.mp4 was cut off at 55%"]);
    await userEvent.upload(input, [file("a.mp4")]);
    expect(told()).toBeNull();
  });
});

describe("an import", () => {
  it("sends one after the other, makes the library new, and closes by itself a second later", async () => {
    cache.setQueryData([...recordingsKey, "list"], []);
    const isStale = () => cache.getQueryState([...recordingsKey, "list"])?.isInvalidated;
    await open(file("a.mp4"), file("Ünï 🎬.webm"), file("empty.mp4", 0));
    expect(isStale()).toBe(false);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const waits = vi.spyOn(globalThis, "setTimeout");
    fireEvent.click(screen.getByRole("button", { name: "Import 2 files" }));
    await until(() => rows().filter((row) => row.endsWith("Imported")).length === 2);
    expect(server.state.asked).toEqual([
      ...["POST /api/uploads", "PATCH /api/uploads/1"],
      ...["POST /api/uploads", "PATCH /api/uploads/2"],
    ]);
    expect(server.state.names[0]).toBe("a.mp4");
    await until(() => isStale() === true);
    expect(footer()).toEqual(["Done"]);
    expect(screen.queryByLabelText("Video files"), "it is over").toBeNull();
    // The rows say it before the effect that begins to wait has run.
    await until(() => waits.mock.calls.some(([, ms]) => ms === 1_000));
    act(() => void vi.advanceTimersByTime(999));
    expect(closed).toEqual([]);
    act(() => void vi.advanceTimersByTime(1));
    expect(closed).toEqual(["empty.mp4 was not imported: The file is empty"]);
  });

  it("cannot be closed or left unasked while it is under way, and says how it stands with each", async () => {
    server.state.part = "held";
    await open(file("a.mp4"), file("b.mp4"));
    await press("Import 2 files");
    await expect.poll(() => server.state.asked).toHaveLength(2);
    expect(footer()).toEqual(["Cancel import"]);
    expect(rows()).toEqual([
      "a.mp4 | 0% | 0 Bytes of 10 Bytes",
      "b.mp4 | 10 Bytes | Waits for its turn",
    ]);
    const bar = screen.getByRole("progressbar", { name: "Import of a.mp4" });
    expect(bar.getAttribute("aria-valuenow")).toBe("0");
    expect(screen.queryByRole("progressbar", { name: "Import of b.mp4" })).toBeNull();
    expect(screen.getByLabelText("Cancel a.mp4")).toBeTruthy();
    leave();
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("Leave while files are being imported?");
    await userEvent.click(within(question).getByText("Cancel"));
    expect(screen.getByRole("list", { name: "Files" }), "it was not left").toBeTruthy();
    await userEvent.keyboard("{Escape}");
    expect(closed).toEqual([]);
    await press("Cancel b.mp4");
    expect(rows()).toHaveLength(1);
  });

  it("is cancelled on the server as well, but for what has arrived", async () => {
    await open(file("a.mp4"), file("b.mp4"), file("c.mp4"));
    server.state.part = "second held";
    await press("Import 3 files");
    await expect.poll(() => server.state.asked).toHaveLength(4);
    await press("Cancel import");
    await expect.poll(() => server.state.asked.at(-1)).toBe("DELETE /api/uploads/2");
    expect(rows()).toEqual(["a.mp4 | 10 Bytes | Imported"]);
    expect(screen.queryByLabelText(/^(Cancel|Remove) a/), "nothing to take back").toBeNull();
  });

  it("that fails says why, goes on with the next, and is tried again from its row alone", async () => {
    server.state.part = "refused";
    const { input } = await open(file("a.mp4"));
    await press("Import");
    await expect.poll(rows).toEqual(["a.mp4 | 10 Bytes | Your storage is full."]);
    expect(footer()).toEqual(["Cancel", "(Import)"]);
    server.state.part = "taken";
    await userEvent.upload(input, [file("b.mp4")]);
    await press("Import");
    await expect.poll(() => rows().at(-1)).toContain("b.mp4 | 10 Bytes | Imported");
    expect(footer(), "one is there, and one is not").toEqual(["Done"]);
    expect(closed).toEqual([]);
    const before = server.state.asked.length;
    await press("Try a.mp4 again");
    await expect.poll(() => rows().every((row) => row.endsWith("Imported"))).toBe(true);
    expect(server.state.asked.length).toBeGreaterThan(before);
  });

  it("goes into the folder in which it was chosen, also where another is shown meanwhile", async () => {
    server.state.part = "held";
    await open(file("a.mp4"), file("b.mp4"));
    await press("Import 2 files");
    await expect.poll(() => server.state.asked).toHaveLength(2);
    fireEvent.click(screen.getByText("Into talks"));
    await userEvent.upload(screen.getByLabelText("Video files"), [file("c.mp4")]);
    server.goOn();
    await expect.poll(rows).toHaveLength(3);
    await expect.poll(() => rows().every((row) => row.endsWith("Imported"))).toBe(true);
    expect(server.state.asked.filter((call) => call.startsWith("POST"))).toEqual([
      ...["POST /api/uploads", "POST /api/uploads", "POST /api/uploads?folder_id=talks"],
    ]);
  });

  it("stops with its page, and the server keeps what it has", async () => {
    server.state.part = "held";
    const { unmount } = await open(file("a.mp4"), file("b.mp4"));
    await press("Import 2 files");
    await expect.poll(() => server.state.asked).toHaveLength(2);
    unmount();
    server.goOn("half"); // of which there would be more to send
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(server.state.asked).toEqual(["POST /api/uploads", "PATCH /api/uploads/1"]);
  });
});
