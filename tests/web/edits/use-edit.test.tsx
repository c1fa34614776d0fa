// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Edit, SaveEdit } from "#contract/edits.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { useEdit } from "#web/features/edits/use-edit.ts";
import { createQueryClient } from "#web/lib/query.ts";

afterEach(cleanup);
beforeEach(() => sessionStorage.clear());

const scope = { recordingId: "r" };
const saved = (part: Partial<Edit> = {}): Edit => ({
  ...{ version: 1, kept: [{ start: 0, end: 60 }], status: "none", progress: null, error: null },
  ...{ original_duration: 60, duration: 60, original_available: true, contact_sheet: null },
  ...{ hides: false, waits_for_owner: false },
  ...part,
});
const theirs = saved({ version: 2, kept: [{ start: 30, end: 60 }], status: "rendering" });

function editing(first: Edit) {
  const cache = createQueryClient();
  const { result, rerender, unmount } = renderHook(({ edit }) => useEdit(scope, edit), {
    initialProps: { edit: first },
    wrapper: ({ children }) => <QueryClientProvider client={cache}>{children}</QueryClientProvider>,
  });
  const trim = (to: number) => act(() => result.current.act({ do: "trim", edge: "start", to }));
  return { now: () => result.current, rerender: (edit: Edit) => rerender({ edit }), unmount, trim };
}

describe("an edit in the making", () => {
  it("is kept over a reload, with all of its steps", () => {
    const before = editing(saved());
    before.trim(5);
    before.trim(8);
    window.dispatchEvent(new Event("pagehide"));
    cleanup();
    const { now } = editing(saved());
    expect([now().state.kept, now().isUnsaved]).toEqual([[{ start: 8, end: 60 }], true]);
    act(() => now().act({ do: "undo" }));
    expect(now().state.kept).toEqual([{ start: 5, end: 60 }]);
    act(() => now().act({ do: "redo" }));
    expect(now().state.kept).toEqual([{ start: 8, end: 60 }]);
  });

  it("is kept where one goes on within the app and comes back", () => {
    const { trim, unmount } = editing(saved());
    trim(5);
    unmount();
    const { now } = editing(saved());
    expect([now().state.kept, now().isUnsaved]).toEqual([[{ start: 5, end: 60 }], true]);
  });

  it("is saved from the version that it began from, and goes on with its steps", async () => {
    const asked = answers({
      "PUT /recordings/r/edit": (body) =>
        saved({ version: 2, kept: SaveEdit.parse(body).kept, status: "rendering" }),
    });
    const { now, trim } = editing(saved());
    trim(5);
    act(() => now().save(true));
    await expect.poll(() => [now().isUnsaved, now().isSaving]).toEqual([false, false]);
    const kept = [{ start: 5, end: 60 }];
    expect(asked).toEqual([
      ["PUT /recordings/r/edit", { version: 1, kept, hide_until_ready: true }],
    ]);
    expect(now().state.kept, "also where the page still has the last answer").toEqual(kept);
    act(() => now().act({ do: "undo" }));
    expect(now().isUnsaved).toBe(true);
  });

  it("loses nothing that is cut while it is sent", async () => {
    const answer = Promise.withResolvers<object>();
    answers({ "PUT /recordings/r/edit": () => answer.promise });
    const { now, trim } = editing(saved());
    trim(5);
    act(() => now().save(false));
    trim(8);
    await act(async () => {
      answer.resolve(saved({ version: 2, kept: [{ start: 5, end: 60 }] }));
    });
    await expect.poll(() => now().isSaving).toBe(false);
    expect([now().state.kept, now().isUnsaved]).toEqual([[{ start: 8, end: 60 }], true]);
  });

  it("stays where another has saved meanwhile, and a look at theirs is a step that can be taken back", () => {
    const { now, rerender, trim } = editing(saved());
    trim(5);
    rerender(theirs);
    expect([now().isBehind, now().state.kept]).toEqual([true, [{ start: 5, end: 60 }]]);
    act(() => now().follow(theirs));
    expect([now().isBehind, now().isUnsaved, now().state.kept]).toEqual([
      false,
      false,
      theirs.kept,
    ]);
    act(() => now().act({ do: "undo" }));
    expect(now().state.kept).toEqual([{ start: 5, end: 60 }]);
  });

  it("is sent with the version that it began from, also where another has saved meanwhile", async () => {
    const asked = answers({ "PUT /recordings/r/edit": () => saved({ version: 3 }) });
    const { now, rerender, trim } = editing(saved());
    trim(5);
    rerender(theirs);
    act(() => now().save(false));
    await expect.poll(() => asked).toHaveLength(1);
    expect(asked[0]?.[1]).toMatchObject({ version: 1 });
    act(() => now().save(false, theirs.version));
    await expect.poll(() => asked).toHaveLength(2);
    expect(asked[1]?.[1]).toMatchObject({ version: 2 });
  });

  it("is nobody else's where it was saved while the page was left", () => {
    const { trim, unmount } = editing(saved());
    trim(5);
    unmount();
    const { now } = editing(saved({ version: 2, kept: [{ start: 5, end: 60 }] }));
    expect([now().isBehind, now().isUnsaved]).toEqual([false, false]);
  });

  it("follows what another has saved where nothing was changed here", () => {
    const { now, rerender } = editing(saved());
    rerender(theirs);
    expect([now().isBehind, now().state.kept]).toEqual([false, theirs.kept]);
  });

  it("begins anew where the original is gone, and the cut is the film", () => {
    const { now, rerender, trim } = editing(saved());
    trim(5);
    const kept = [{ start: 0, end: 55 }];
    rerender(saved({ version: 3, original_duration: 55, duration: 55, kept }));
    expect([now().state.kept, now().state.past]).toEqual([kept, []]);
  });
});
