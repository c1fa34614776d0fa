// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";
import { placeToasts } from "#web/ui/layers/toast-place.ts";

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

test("toasts cover no control: they stand beside it or below it, whichever is nearer", () => {
  put("<textarea>", 800, 100, 400, 500);
  expect(place()).toEqual(["12px", "16px"]);
  put("<button>", 1150, 20, 40, 32);
  expect(place(), "between them is no room").toEqual(["12px", "62px"]);
  put("<a href='/'>", 300, 40, 700, 20);
  expect(place(), "above the textarea is none either").toEqual(["64px", "412px"]);
  document.body.innerHTML = "";
  put("<button>", 1150, 20, 40, 32);
  put("<a href='/'>", 300, 40, 700, 20);
  expect(place(), "the textarea is gone").toEqual(["64px", "16px"]);
});

test("toasts lie over what is no control, is out of sight, or waits behind a dialog", () => {
  put("<section>", 0, 0, 1200, 900);
  put("<input>", 800, -90, 400, 80);
  expect(place()).toEqual(["12px", "16px"]);
  put("<button>", 800, 10, 400, 80);
  expect(place()).toEqual(["102px", "16px"]);
  put("<div role=dialog>", 300, 10, 600, 880);
  expect(place()).toEqual(["12px", "16px"]);
});

test("toasts stay where they are while they cover nothing there, also where a better place is free", () => {
  put("<button>", 800, 10, 400, 80);
  place();
  put("<ol><li data-sonner-toast></ol>", 0, 0, 0, 0);
  document.querySelector("button")?.remove();
  expect(place()).toEqual(["102px", "16px"]);
  put("<button>", 800, 105, 400, 80);
  expect(place()).toEqual(["12px", "16px"]);
});

test("toasts begin at the top right where the controls leave no room", () => {
  put("<button>", 0, 0, 1200, 900);
  expect(place()).toEqual(["12px", "16px"]);
});

test("toasts come back into a window that has become smaller", () => {
  put("<button>", 100, 10, 1100, 480);
  expect(place()).toEqual(["502px", "16px"]);
  put("<ol><li data-sonner-toast></ol>", 0, 0, 0, 0);
  Object.assign(window, { innerHeight: 500 });
  expect(place()).toEqual(["12px", "16px"]);
});
