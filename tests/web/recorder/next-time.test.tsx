// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { NextTime } from "#web/features/recorder/screens/result/finished.tsx";

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const offer = () => screen.queryByRole("button", { name: "Turn on Instant link" });

test("the first recording saved by hand offers the link at once, and no other does", async () => {
  let turnedOn = 0;
  const onTurnOn = () => void turnedOn++;
  const { rerender, unmount } = render(<NextTime isOn={false} onTurnOn={onTurnOn} />);
  expect(screen.getByText("Next time: the link the moment you stop.")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Turn on Instant link" }));
  expect(turnedOn).toBe(1);
  rerender(<NextTime isOn onTurnOn={onTurnOn} />);
  expect(offer()).toBeNull();
  expect(screen.getByRole("status").textContent).toContain("the moment you stop");
  unmount();
  const second = render(<NextTime isOn={false} onTurnOn={onTurnOn} />);
  expect(second.container.textContent).toBe("");
});

test("whose recordings are sent at once already is offered nothing", () => {
  expect(render(<NextTime isOn onTurnOn={() => {}} />).container.textContent).toBe("");
});
