// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { useFileDrop } from "#web/features/recordings/library/library-page.tsx";
import { useDraft } from "#web/features/recordings/library/use-library.ts";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("a text that is settled elsewhere", () => {
  beforeEach(() => void vi.useFakeTimers());
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

  function typing() {
    const sent: string[] = [];
    const draft = renderHook(({ settled }) => useDraft(settled, (text) => sent.push(text)), {
      initialProps: { settled: "" },
    });
    const type = (text: string) => act(() => draft.result.current[1](text));
    const settle = (settled: string) => draft.rerender({ settled });
    return { sent, type, settle, shown: () => draft.result.current[0], leave: draft.unmount };
  }

  it("is shown at once, and told a quarter of a second after the last key, once", () => {
    const { sent, type, shown } = typing();
    type("t");
    pass(249);
    type("ta");
    expect(shown()).toBe("ta");
    pass(249);
    expect(sent).toEqual([]);
    pass(1);
    expect(sent).toEqual(["ta"]);
    pass(10_000);
    expect(sent).toEqual(["ta"]);
  });

  it("stays as it is typed when what was sent before comes back", () => {
    const { type, settle, shown } = typing();
    type("ta");
    pass(250);
    type("tal");
    settle("ta");
    expect(shown()).toBe("tal");
  });

  it("gives way to what somebody else has made of it, such as the way back", () => {
    const { type, settle, shown } = typing();
    type("ta");
    pass(250);
    settle("ta");
    settle("");
    expect(shown()).toBe("");
  });

  it("is not told where it is what is known, and not after the page was left", () => {
    const { sent, type, leave } = typing();
    type("t");
    type("");
    pass(250);
    expect(sent).toEqual([]);
    type("t");
    leave();
    pass(250);
    expect(sent).toEqual([]);
  });
});

describe("files over the page", () => {
  function drag(name: string, types: string[], files: File[] = [], relatedTarget?: Element) {
    const event = new Event(name, { bubbles: true, cancelable: true });
    Object.assign(event, { dataTransfer: { types, files }, relatedTarget });
    act(() => void window.dispatchEvent(event));
    return event.defaultPrevented;
  }

  it("are taken where they are dropped, and nothing else is", () => {
    const taken: File[][] = [];
    const { result, unmount } = renderHook(() => useFileDrop((files) => taken.push(files)));
    drag("dragenter", ["text/plain"]);
    expect(result.current).toBe(false);
    expect(drag("dragover", ["text/plain"]), "a text is the browser's").toBe(false);
    drag("dragenter", ["Files"]);
    expect(result.current).toBe(true);
    expect(drag("dragover", ["Files"])).toBe(true);
    drag("dragleave", ["Files"], [], document.body);
    expect(result.current, "over another part of the page").toBe(true);
    drag("dragleave", ["Files"]);
    expect(result.current).toBe(false);
    drag("dragenter", ["Files"]);
    const file = new File(["film"], "a.webm");
    expect(drag("drop", ["Files"], [file])).toBe(true);
    expect([result.current, taken]).toEqual([false, [[file]]]);
    expect(drag("drop", ["text/plain"], [])).toBe(false);
    unmount();
    expect(drag("drop", ["Files"], [file])).toBe(false);
    expect(taken).toHaveLength(1);
  });
});
