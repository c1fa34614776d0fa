// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createBrowserHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useLocation,
  useRouter,
} from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import { setPageAddress } from "#tests/web/lib/answering-server.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { placeOfVideo, subtitleWith, withCues } from "#tests/web/lib/subtitles.ts";
import { SubtitleEditor } from "#web/features/subtitles/editor/subtitle-editor.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const subtitle = (lines: number) =>
  withCues(
    subtitleWith(),
    ...Array.from({ length: lines }, (_, n) => ({ start: n, end: n + 0.5, text: `said ${n}` })),
  );
const field = (number: number) => screen.queryByLabelText<HTMLTextAreaElement>(`Line ${number}`);
const write = (number: number, value: string) =>
  fireEvent.change(screen.getByLabelText(`Line ${number}`), { target: { value } });

const place = placeOfVideo();
const mayLeave = { current: async () => true };
const unsaved = <SubtitleEditor {...{ place, mayLeave }} subtitle={subtitle(2)} />;

function Page() {
  const { href, pathname } = useLocation();
  const { history } = useRouter();
  return (
    <>
      <p>At {href}</p>
      <button type="button" onClick={() => history.push("/?t=3")}>
        A moment
      </button>
      <button type="button" onClick={() => history.push("/other")}>
        Another page
      </button>
      {pathname === "/" && unsaved}
    </>
  );
}

describe("a page on which something is unsaved", () => {
  const question = () => screen.queryByRole("alertdialog", { name: "Leave without saving?" });
  const go = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

  it("is not closed unasked, and is once it is as it was", async () => {
    setPageAddress("http://kinora.test/");
    const history = createBrowserHistory();
    const routeTree = createRootRoute({ component: () => unsaved });
    const router = createRouter({ routeTree, history });
    await router.load();
    render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    );
    /** The browser's own question, as before a tab is closed. */
    const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
    await screen.findByLabelText("Line 1");
    expect(isAsked()).toBe(false);
    write(1, "Hi");
    expect(isAsked()).toBe(true);
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    expect(isAsked()).toBe(false);
    write(1, "Hi");
    cleanup();
    expect(isAsked()).toBe(false);
    history.destroy();
  });

  it("is left for another after asking, and not for a moment of the same", async () => {
    await renderInApp(<Page />);
    write(1, "Hi");
    go("A moment");
    await screen.findByText("At /?t=3");
    expect([question(), field(1)?.value]).toEqual([null, "Hi"]);
    for (const [answer, at] of [
      ["Cancel", "At /?t=3"],
      ["Confirm", "At /other"],
    ] as const) {
      go("Another page");
      await screen.findByRole("alertdialog", { name: "Leave without saving?" });
      fireEvent.click(screen.getByRole("button", { name: answer }));
      await expect.poll(question).toBeNull();
      await screen.findByText(at);
    }
    expect(field(1)).toBeNull();
  });
});

/** The browser's reports on elements that come near, as a test gives them; and the elements that it watches. */
function observing() {
  const made: Observed[] = [];
  class Observed {
    parts = new Set<Element>();
    constructor(
      readonly tell: (entries: object[]) => void,
      readonly options: IntersectionObserverInit,
    ) {
      made.push(this);
    }
    observe = (part: Element) => void this.parts.add(part);
    disconnect = () => this.parts.clear();
  }
  vi.stubGlobal("IntersectionObserver", Observed);
  return made;
}

test("lines have their fields near what is shown, and while somebody writes in them", async () => {
  const made = observing();
  await renderInApp(<SubtitleEditor {...{ place, mayLeave }} subtitle={subtitle(60)} />);
  expect(made).toHaveLength(3);
  for (const { options, parts } of made) {
    const [part] = parts;
    const around = { root: part?.parentElement, rootMargin: "100% 0px" };
    expect(options, "in the box that scrolls, as much again above and below").toEqual(around);
  }
  const near = (part: number, isIntersecting: boolean) =>
    act(() => made[part]?.tell([{ isIntersecting }]));
  const haveFields = () => [1, 21, 41].map((number) => field(number) !== null);
  expect(haveFields()).toEqual([true, false, false]);
  expect(screen.getByText("said 59"), "words, for the browser's search").toBeDefined();
  near(1, true);
  near(0, false);
  expect(haveFields()).toEqual([false, true, false]);
  act(() => field(21)?.focus());
  near(1, false);
  expect(haveFields()).toEqual([false, true, false]);
  act(() => field(21)?.blur());
  near(1, false);
  expect(haveFields()).toEqual([false, false, false]);
  cleanup();
  expect(made.flatMap(({ parts }) => [...parts])).toEqual([]);
});
