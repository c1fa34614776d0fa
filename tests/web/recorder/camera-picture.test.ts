import { expect, test } from "vitest";
import { startBubble } from "#web/features/recorder/capture/camera/bubble.ts";
import { drawScene, type Picture } from "#web/features/recorder/capture/camera/draw.ts";

/** Where a point of the camera's own picture lands, by the calls that a canvas gets. */
function drawn(size: { width: number; height: number } | null) {
  const calls: { name: string; args: unknown[] }[] = [];
  const canvas = { width: 1600, height: 900 };
  const context = new Proxy(
    {},
    {
      get: (_, name) =>
        name === "canvas"
          ? canvas
          : (...args: unknown[]) => calls.push({ name: String(name), args }),
      set: () => true,
    },
  );
  const image = (name: string) => name as unknown as CanvasImageSource; // only handed on
  const picture = (name: string, of = { width: 1600, height: 900 }): Picture => ({
    image: image(name),
    size: of,
  });
  drawScene(
    context as CanvasRenderingContext2D, // all that is asked of it
    picture("screen"),
    size && picture("camera", size),
    startBubble,
  );
  return calls;
}

test("others see the camera as it is, not as a mirror shows it", () => {
  const calls = drawn({ width: 640, height: 480 });
  expect(calls.map(({ name }) => name)).not.toContain("scale");
  const [, camera] = calls.filter(({ name }) => name === "drawImage");
  // The middle square of the camera, in the circle at the lower left: 28 % of the height, 12 % and 80 % in.
  expect(camera?.args.map((arg) => (typeof arg === "number" ? Math.round(arg) : arg))).toEqual([
    "camera",
    ...[80, 0, 480, 480],
    ...[66, 594, 252, 252],
  ]);
});

test("the camera's picture and its rim are whole circles", () => {
  const circles = drawn({ width: 640, height: 480 }).filter(({ name }) => name === "arc");
  expect(circles).toHaveLength(2);
  for (const { args } of circles) expect(args.slice(3)).toEqual([0, 2 * Math.PI]);
});

test.each([
  ["off", null],
  ["on, and has not shown anything yet", { width: 0, height: 0 }],
])("the screen is alone where the camera is %s", (_how, size) => {
  expect(drawn(size).map(({ name, args }) => [name, ...args])).toEqual([
    ["drawImage", "screen", 0, 0, 1600, 900],
  ]);
});
