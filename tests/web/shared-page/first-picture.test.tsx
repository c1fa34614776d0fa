// @vitest-environment happy-dom
import { fireEvent, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const address = "/api/recordings/r1/thumbnail?token=of-the-link";

beforeEach(() => {
  vi.stubGlobal("location", { ...location, pathname: "/shared/t1", search: "" });
  const view = {
    recording: { id: "r1", playable: true, thumbnail_path: "r1.jpg" },
    media: { token: "of-the-link" },
  };
  vi.stubGlobal("fetch", async () => Response.json(view));
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      decode = async () => {};
    },
  );
  vi.resetModules();
});
afterEach(() => void vi.unstubAllGlobals());

test.each(["SharedSkeleton", "EmbedPending"] as const)(
  "%s shows the picture of its link, and then lets the player come",
  async (name) => {
    const { [name]: Pending } = await import("#web/features/shared-page/shared-skeleton.tsx");
    const { renderInApp } = await import("#tests/web/lib/in-app.tsx");
    const { pictureFirst } = await import("#web/lib/early-link.ts");
    const { container } = await renderInApp(<Pending shareToken="t1" />);
    const img = await waitFor(
      () => container.querySelector(`img[src="${address}"]`) ?? expect.fail(),
    );
    const goesOn = vi.fn();
    const waiting = pictureFirst("t1").then(goesOn);
    await Promise.resolve();
    expect(goesOn).not.toHaveBeenCalled();
    fireEvent.load(img);
    await waiting;
  },
);
