// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { refusal } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { ada } from "#tests/web/lib/people.ts";
import { subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { useEditing } from "#web/features/subtitles/editor/use-editing.ts";
import { createQueryClient } from "#web/lib/query.ts";
import { expireSession, signIn } from "#web/lib/session.ts";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const scope = { recordingId: crypto.randomUUID() };
const mine = withCues(subtitleWith({ recording_id: scope.recordingId, language: "de" }), {
  start: 0,
  end: 1,
  text: "EINS",
});

function edit() {
  const cache = createQueryClient();
  const { result, unmount } = renderHook(() => useEditing(mine, scope, null), {
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  const write = (text: string) => act(() => result.current.edit({ do: "write", id: 0, text }));
  return { result, write, leave: unmount };
}

test("what is written while it is saved is still to be saved", async () => {
  const sent: unknown[] = [];
  const answering: (() => void)[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    const { version, cues } = JSON.parse(String(body));
    sent.push([version, cues[0].text]);
    await new Promise<void>((resolve) => answering.push(resolve));
    return Response.json({ ...mine, version: version + 1, cues });
  });
  const { result, write } = edit();
  write("Eins");
  act(() => result.current.save());
  await expect.poll(() => answering).toHaveLength(1);
  write("Eins, zwei");
  answering[0]?.();
  await expect.poll(() => result.current.isSaving).toBe(false);
  expect(result.current.isUnsaved).toBe(true);
  act(() => result.current.save());
  await expect.poll(() => answering).toHaveLength(2);
  answering[1]?.();
  await expect.poll(() => result.current.isUnsaved).toBe(false);
  expect(sent).toEqual([
    [1, "Eins"],
    [2, "Eins, zwei"],
  ]);
});

test("who has loaded what somebody else saved goes on from that version", async () => {
  const stored = { ...mine, version: 7, cues: [{ start: 0, end: 1, text: "ZWEI" }] };
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method === "GET") return Response.json(stored);
    const { version } = JSON.parse(String(body));
    sent.push(version);
    if (version !== stored.version) return refusal(409, "Changed");
    return Response.json({ ...stored, version: 8 });
  });
  const { result, write } = edit();
  write("Eins");
  act(() => result.current.save());
  await expect.poll(() => result.current.isBehind).toBe(true);
  await act(() => result.current.takeTheirs());
  expect(result.current).toMatchObject({ isBehind: false, isUnsaved: false });
  write("Zwei");
  act(() => result.current.save());
  await expect.poll(() => result.current.isUnsaved).toBe(false);
  expect(sent).toEqual([1, 7]);
});

test("who wants what somebody else saved hears where it cannot be had, and loses nothing", async () => {
  vi.stubGlobal("fetch", async (_: string, { method }: RequestInit) =>
    refusal(method === "GET" ? 503 : 409, "Changed"),
  );
  await renderInApp(<p />); // where toasts are shown
  const { result, write } = edit();
  write("Eins");
  act(() => result.current.save());
  await expect.poll(() => result.current.isBehind).toBe(true);
  await act(() => result.current.takeTheirs());
  expect(await screen.findByText("Changed")).toBeDefined();
  expect(result.current).toMatchObject({ isBehind: true, isUnsaved: true });
});

test("who may not edit while the recording is hidden hears why, and of nobody else", async () => {
  const words = "This recording is being edited.";
  const hidden = { error: words, message: words, code: "being_edited" };
  vi.stubGlobal("fetch", async () => Response.json(hidden, { status: 409 }));
  await renderInApp(<p />); // where toasts are shown
  const { result, write } = edit();
  write("Eins");
  act(() => result.current.save());
  expect(await screen.findByText(hidden.error)).toBeDefined();
  expect(result.current).toMatchObject({ isBehind: false, isUnsaved: true });
});

test("lines that are unsaved when the session ends are there again after signing in, and else not", async () => {
  await renderInApp(<p />); // where toasts are shown
  const text = ({ result }: ReturnType<typeof edit>) => result.current.editing.cues[0]?.text;
  signIn({ token: "t1", user: ada });
  const left = edit();
  left.write("Eins");
  left.leave();
  expect(text(edit()), "left on purpose").toBe("EINS");
  cleanup();
  await renderInApp(<p />);
  const ended = edit();
  ended.write("Eins");
  expireSession("t1");
  ended.leave();
  signIn({ token: "t2", user: { ...ada, id: "bob" } });
  expect(text(edit()), "of somebody else").toBe("EINS");
  signIn({ token: "t3", user: ada });
  const again = edit();
  expect([text(again), again.result.current.isUnsaved]).toEqual(["Eins", true]);
  expect(await screen.findByText(/not saved are here again/)).toBeDefined();
  expect(text(edit()), "once").toBe("EINS");
});
