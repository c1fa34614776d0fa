// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import type { Recording } from "#contract/recordings.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { recordingWith } from "#tests/web/lib/recordings.ts";
import { signedInAsAda } from "#tests/web/lib/signed-in.ts";
import { VideoPage } from "#web/features/recordings/detail/video-page.tsx";
import { TooltipGroup } from "#web/ui/layers/tooltip.tsx";

signedInAsAda();

function Address() {
  return <p data-testid="address">{useLocation({ select: ({ href }) => href })}</p>;
}
const address = () => screen.getByTestId("address").textContent;
const id = "3f2b8a54-0d5e-4b7e-9f63-0c7f5f2f1a01";

async function show(part: Partial<Recording> = {}, table: Parameters<typeof answers>[0] = {}) {
  const asked = answers(table);
  const page = (
    <TooltipGroup>
      <VideoPage
        recording={recordingWith({ id, filename: "Talk", ...part })}
        player={<p>The player</p>}
        moveItems={null}
        tabs={[
          { value: "comments", label: "Comments", content: "What was said" },
          { value: "viewers", label: "Viewers", content: "Who watched" },
        ]}
        isTheatre={false}
        shareDialog={(onClose) => (
          <button type="button" onClick={onClose}>
            Links
          </button>
        )}
      />
      <Address />
    </TooltipGroup>
  );
  await renderInApp(page, { cache: new QueryClient(), at: "/video/1" });
  return asked;
}
const open = () => userEvent.click(screen.getByRole("button", { name: "Recording menu" }));
const item = (name: string) => screen.findByRole("menuitem", { name });
const act = async (name: string) => {
  await open();
  await userEvent.click(await item(name));
};

describe("the page of a recording", () => {
  it("has its facts, its player, and the first of the tabs; the tab of the browser has its name", async () => {
    await show();
    const facts = [...document.querySelectorAll("dl > div")].map(({ textContent }) => textContent);
    expect(facts).toEqual([
      ...["CreatedNov 21, 2026", "Duration1:05", "File Size5 MB"],
      "StorageLocal Storage",
    ]);
    expect(screen.getByText("The player")).toBeDefined();
    expect(screen.getByRole("tabpanel").textContent).toBe("What was said");
    await userEvent.click(screen.getByRole("tab", { name: "Viewers" }));
    expect(screen.getByRole("tabpanel").textContent).toBe("Who watched");
    expect(document.title).toBe("Talk · Kinora");
  });

  it.each<[Partial<Recording>, string | RegExp]>([
    [{ missing: "disconnected" }, "Google Drive is not connected"],
    [{ missing: "trashed" }, "This recording is in the trash of your Drive"],
    [{ missing: "gone" }, "This recording is no longer in your Drive"],
    [{ status: "uploading" }, "This recording is still arriving"],
  ])("says in the player's place why there is none: %o", async (part, title) => {
    await show(part);
    expect(screen.getByText(title)).toBeDefined();
    expect(screen.queryByText("The player")).toBeNull();
    const settings = screen.queryByRole("link", { name: "Connect in Settings" });
    expect(settings?.getAttribute("href")).toBe(
      part.missing === "disconnected" ? "/settings#cloud-storage" : undefined,
    );
    const isLookedFor = part.missing === "trashed" || part.missing === "gone";
    expect(screen.queryByRole("button", { name: "Look again" }) !== null).toBe(isLookedFor);
  });

  it.each<[Partial<Recording>, string | undefined]>([
    [{}, undefined],
    [{ status: "processing" }, "It plays already and is being prepared for seeking."],
    [
      { status: "processing", progress: 0 },
      "It plays already and is being prepared for seeking: 0%",
    ],
    [{ status: "processing", playable: false }, undefined],
  ])("says that it is being prepared while it plays: %o", async (part, words) => {
    await show(part);
    expect(screen.queryByText(/^It plays already/)?.textContent).toBe(words);
  });

  it("shows the links, and lets go of them", async () => {
    await show();
    await userEvent.click(screen.getByRole("button", { name: "Share" }));
    await userEvent.click(screen.getByRole("button", { name: "Links" }));
    expect(screen.queryByRole("button", { name: "Links" })).toBeNull();
  });

  it("leads to the editor, and to a choice of its picture", async () => {
    await show();
    await act("Choose thumbnail");
    await screen.findByRole("dialog", { name: "Choose a thumbnail" });
    await userEvent.keyboard("{Escape}");
    await expect.poll(() => screen.queryByRole("dialog")).toBeNull();
    await act("Edit");
    await expect.poll(address).toBe(`/video/${id}/edit`);
  });

  it("offers nothing of what has not arrived whole but to delete it", async () => {
    await show({ status: "uploading" });
    await open();
    const off = async (name: string) => (await item(name)).getAttribute("aria-disabled") === "true";
    const names = ["Edit", "Download Video", "Choose thumbnail", "Delete Video"];
    expect(await Promise.all(names.map(off))).toEqual([true, true, true, false]);
  });

  it.each([
    ["is left once the recording is deleted", { done: [id], refused: [] }, "/my-recordings"],
    [
      "stays where that is refused",
      { done: [], refused: [{ id, error: "It is being moved." }] },
      "/video/1",
    ],
  ])("%s", async (_, answer, led) => {
    const asked = await show({}, { "POST /recordings/batch": answer });
    await act("Delete Video");
    await screen.findByText(
      led === "/video/1" ? "It is being moved." : "Recording moved to the trash",
    );
    await expect.poll(address).toBe(led);
    expect(asked).toContainEqual(["POST /recordings/batch", { ids: [id], act: "trash" }]);
  });

  it("changes the title, and says so to the server", async () => {
    const asked = await show();
    await userEvent.click(screen.getByRole("button", { name: "Edit title" }));
    const field = within(document.body).getByLabelText("Title");
    await userEvent.clear(field);
    await userEvent.type(field, "How we ship{Enter}");
    const call = [`PUT /recordings/${id}`, { filename: "How we ship" }];
    await expect.poll(() => asked.filter(([made]) => made.startsWith("PUT"))).toEqual([call]);
  });
});
