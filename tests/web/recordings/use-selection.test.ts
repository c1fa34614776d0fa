// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useSelection } from "#web/lib/use-selection.ts";

afterEach(cleanup);

test("what is no longer shown is not selected, also when it is shown again", () => {
  const [one, two] = [{ id: "one" }, { id: "two" }];
  const { result, rerender } = renderHook(({ shown }) => useSelection(shown), {
    initialProps: { shown: [one] },
  });
  act(() => result.current.select("one", true));
  expect(result.current.items).toEqual([one]);
  rerender({ shown: [two] });
  expect(result.current.items).toEqual([]);
  act(() => result.current.select("two", true));
  rerender({ shown: [one, two] });
  expect(result.current.items).toEqual([two]);
  act(() => result.current.select("two", false));
  expect(result.current.items).toEqual([]);
});

test("with shift, all between the last chosen and this one are chosen with it", () => {
  const shown = ["a", "b", "c", "d"].map((id) => ({ id }));
  const { result } = renderHook(() => useSelection(shown));
  const ids = () => [...result.current.ids];
  act(() => result.current.select("b", true, true));
  expect(ids(), "nothing was chosen before").toEqual(["b"]);
  act(() => result.current.select("d", true, true));
  expect(ids()).toEqual(["b", "c", "d"]);
  act(() => result.current.select("c", false, true));
  expect(ids()).toEqual(["b"]);
});

test("all that are shown are chosen at once, and none", () => {
  const shown = ["a", "b"].map((id) => ({ id }));
  const { result } = renderHook(() => useSelection(shown));
  act(() => result.current.select("b", true));
  act(() => result.current.selectAll(true));
  expect(result.current.items).toEqual(shown);
  act(() => result.current.selectAll(false));
  expect(result.current.items).toEqual([]);
});
