// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { NextTime } from "#web/features/recorder/screens/next-time.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const offer = () =>
  screen.queryByRole("button", { name: "Next time: the link the moment you stop" });

test("the first recording saved by hand offers the link at once, and no other does", async () => {
  const switched: boolean[] = [];
  const onChange = (isOn: boolean) => void switched.push(isOn);
  const { rerender, unmount } = render(<NextTime isOn={false} onChange={onChange} />);
  await userEvent.click(screen.getByRole("button"));
  expect(switched).toEqual([true]);
  rerender(<NextTime isOn onChange={onChange} />);
  expect(offer()).toBeNull();
  expect(screen.getByRole("status").textContent).toContain("the moment you stop");
  unmount();
  const second = render(<NextTime isOn={false} onChange={onChange} />);
  expect(second.container.textContent).toBe("");
});

test("whose recordings are sent at once already is offered nothing", () => {
  expect(render(<NextTime isOn onChange={() => {}} />).container.textContent).toBe("");
});
