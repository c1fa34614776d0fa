// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { placeToasts } from "#web/ui/toast-place.ts";

beforeEach(() => {
  document.body.innerHTML = "";
  Object.assign(window, { innerWidth: 1200, innerHeight: 900 });
});

/** Something on the page, and where it stands. */
function put(markup: string, left: number, top: number, width: number, height: number) {
  document.body.insertAdjacentHTML("beforeend", markup);
  const added = document.body.lastElementChild;
  if (added) added.getBoundingClientRect = () => new DOMRect(left, top, width, height);
}

function place() {
  placeToasts();
  const { style } = document.documentElement;
  return [style.getPropertyValue("--toast-top"), style.getPropertyValue("--toast-right")];
}

test("toasts begin at the top right of an empty page", () => {
  expect(place()).toEqual(["12px", "16px"]);
});

test("toasts begin below the bar, the head, and the error beneath it: whichever ends last", () => {
  put("<header data-bar>", 0, 0, 1200, 56);
  expect(place()[0]).toBe("68px");
  put("<header data-page-head>", 0, 60, 1200, 60.4);
  expect(place()[0]).toBe("132px");
  put("<div role=alert>", 0, 130, 1200, 50);
  expect(place()[0]).toBe("192px");
  put("<div role=alert>", 0, 190, 1200, 50);
  expect(place()[0], "another one is part of the page").toBe("192px");
});

test("toasts keep clear of no head that was scrolled away, or that is a third of the window", () => {
  put("<header data-page-head>", 0, -200, 1200, 100);
  expect(place()[0]).toBe("12px");
  document.body.innerHTML = "";
  put("<header data-page-head>", 0, 0, 1200, 300);
  expect(place()[0]).toBe("12px");
  document.body.innerHTML = "";
  put("<header data-page-head>", 0, 0, 1200, 299);
  expect(place()[0]).toBe("311px");
});

test("toasts stand left of what is being written, where it is at their height and there is room", () => {
  put("<div data-writing>", 800, 100, 400, 300);
  expect(place()[1]).toBe("412px");
  document.body.innerHTML = "";
  put("<div data-writing>", 380, 100, 820, 300);
  expect(place()[1], "just room for both").toBe("832px");
  document.body.innerHTML = "";
  put("<div data-writing>", 379, 100, 821, 300);
  expect(place()[1], "too narrow for both").toBe("16px");
  document.body.innerHTML = "";
  put("<div data-writing>", 800, 213, 400, 300);
  expect(place()[1], "it begins below them").toBe("16px");
  document.body.innerHTML = "";
  put("<div data-writing>", 800, -300, 400, 311);
  expect(place()[1], "it was scrolled away").toBe("16px");
});
