// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { useCopy } from "#web/lib/browser/clipboard.ts";
import { downloadBlob } from "#web/lib/browser/download-blob.ts";
import { useIsOnline } from "#web/lib/browser/online.ts";
import { useTheme } from "#web/lib/browser/theme.ts";
import { newClock, useAtMoment } from "#web/lib/clock.ts";
import { useDownload } from "#web/lib/download-recording.ts";

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a copy is said to have been made for two seconds, each for itself", async () => {
  userEvent.setup();
  vi.useFakeTimers();
  const { result } = renderHook(() => useCopy());
  await act(() => result.current.copy("one"));
  act(() => void vi.advanceTimersByTime(1_500));
  await act(() => result.current.copy("two"));
  act(() => void vi.advanceTimersByTime(1_999));
  expect(result.current.copied).toBe("two");
  act(() => void vi.advanceTimersByTime(1));
  expect(result.current.copied).toBeUndefined();
  expect(await navigator.clipboard.readText()).toBe("two");
});

test("a copy of words that are still to come begins at once, and is made when they are there", async () => {
  userEvent.setup();
  const written = vi.spyOn(navigator.clipboard, "write");
  const words = Promise.withResolvers<string>();
  const { result } = renderHook(() => useCopy());
  const copied = result.current.copy(words.promise);
  expect(written, "while the click still counts").toHaveBeenCalledOnce();
  words.resolve("the link");
  await act(() => copied);
  expect(result.current.copied).toBe("the link");
  expect(await navigator.clipboard.readText()).toBe("the link");
});

test("a copy is made without the clipboard's API, too, and the keyboard stays where it was", async () => {
  const made: string[] = [];
  let marked = "";
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never); // as without TLS
  vi.spyOn(HTMLTextAreaElement.prototype, "select").mockImplementation(function (
    this: HTMLTextAreaElement,
  ) {
    marked = this.isConnected ? this.value : "";
    this.focus(); // as browsers do
  });
  Object.assign(document, { execCommand: (command: string) => made.push(`${command} ${marked}`) });
  const button = document.body.appendChild(document.createElement("button"));
  button.focus();
  const { result } = renderHook(() => useCopy());
  await act(() => result.current.copy("the link"));
  expect([made, result.current.copied]).toEqual([["copy the link"], "the link"]);
  expect(document.querySelector("textarea")).toBeNull();
  expect(document.activeElement).toBe(button);
  button.remove();
});

test("a copy that the browser refuses without the clipboard's API is not said to have been made", async () => {
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue(undefined as never); // as without TLS
  Object.assign(document, { execCommand: () => false });
  const { result } = renderHook(() => useCopy());
  await expect(act(() => result.current.copy("the link"))).rejects.toThrow();
  expect(result.current.copied).toBeUndefined();
  expect(document.querySelector("textarea")).toBeNull();
});

test("those beside a video follow its second, and are drawn again when what they show changes", () => {
  const clock = newClock();
  let drawn = 0;
  const { result, unmount } = renderHook(() => {
    drawn++;
    return useAtMoment(clock, (seconds) => seconds >= 10);
  });
  act(() => clock.tell(9.9));
  expect([result.current, drawn]).toEqual([false, 1]);
  act(() => clock.tell(10));
  expect([result.current, clock.now()]).toEqual([true, 10]);
  unmount();
  act(() => clock.tell(0));
  expect(drawn).toBe(2);
});

test("a file that was handed to the browser is let go after a minute, and not before", () => {
  vi.useFakeTimers();
  const revoked: string[] = [];
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:x");
  vi.spyOn(URL, "revokeObjectURL").mockImplementation((url) => void revoked.push(url));
  const clicked: (string | null)[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLElement) {
    clicked.push(this.getAttribute("href"), this.getAttribute("download"));
  });
  downloadBlob(new Blob(["a"]), "report.csv");
  expect(clicked).toEqual(["blob:x", "report.csv"]);
  vi.advanceTimersByTime(59_999);
  expect(revoked).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(revoked).toEqual(["blob:x"]);
});

test("whether one is online follows the browser", () => {
  let isOnline = true;
  vi.spyOn(navigator, "onLine", "get").mockImplementation(() => isOnline);
  const { result } = renderHook(() => useIsOnline());
  const become = (online: boolean) => {
    isOnline = online;
    act(() => void window.dispatchEvent(new Event(online ? "online" : "offline")));
    return result.current;
  };
  expect([result.current, become(false), become(true)]).toEqual([true, false, true]);
});

describe("the theme", () => {
  const shown = () => document.documentElement.dataset.theme;

  it("is the system's until one is chosen, and again when that is", () => {
    const { result } = renderHook(() => useTheme());
    expect([result.current[0], shown()]).toEqual(["system", undefined]);
    act(() => result.current[1]("dark"));
    expect([result.current[0], shown(), localStorage.getItem("kinora.theme")]).toEqual([
      "dark",
      "dark",
      "dark",
    ]);
    act(() => result.current[1]("system"));
    expect([result.current[0], shown(), localStorage.getItem("kinora.theme")]).toEqual([
      "system",
      undefined,
      null,
    ]);
  });

  it("follows the other tabs, whichever page is open", async () => {
    const { result } = renderHook(() => useTheme());
    document.body.append(Object.assign(document.createElement("div"), { id: "root" }));
    await import("#web/root.tsx");
    const hear = (newValue: string | null) =>
      act(
        () =>
          void window.dispatchEvent(new StorageEvent("storage", { key: "kinora.theme", newValue })),
      );
    hear("light");
    expect([result.current[0], shown()]).toEqual(["light", "light"]);
    hear("pink");
    expect([result.current[0], shown()]).toEqual(["system", undefined]);
  });
});

describe("a recording that is handed over", () => {
  it.each([
    ["video/mp4", "as it is"],
    ["video/webm", "no WebM at all"],
  ])(
    "of %s, that cannot be made better, is handed over as it was recorded",
    async (type, bytes) => {
      const recording = new Blob([bytes], { type });
      const handed: unknown[] = [];
      vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
        handed.push(file);
        return "blob:x";
      });
      vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
      const { result } = renderHook(() => useDownload());
      await act(() => result.current.download(recording, "demo.webm"));
      expect(handed).toEqual([recording]);
      expect(result.current.isPreparing).toBe(false);
    },
  );
});
