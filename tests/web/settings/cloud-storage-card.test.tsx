// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { defaultPreferences, type Preferences } from "#contract/account.ts";
import type { Config } from "#contract/config.ts";
import { answers, refusal } from "#tests/web/lib/answers.ts";
import { choose, options } from "#tests/web/lib/choose.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { isOff } from "#tests/web/lib/off.ts";
import { preferencesQuery } from "#web/data/account.ts";
import { announcementQuery } from "#web/data/server-settings.ts";
import { AnnouncementBanner } from "#web/features/settings/announcement.tsx";
import {
  CloudStorageCard,
  RecordingPreferencesCard,
} from "#web/features/settings/settings-page.tsx";
import { loadToasts } from "#web/ui/layers/toast.ts";

beforeAll(loadToasts);
afterEach(cleanup);

const put = "PUT /user/preferences";

async function show(page: React.ReactNode, part: Partial<Preferences> = {}) {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const known = { ...defaultPreferences, ...part };
  cache.setQueryData(preferencesQuery.queryKey, known);
  let stored = known;
  const asked = answers({
    "GET /user/preferences": () => stored,
    [put]: (sent) => (stored = { ...known, ...Object(sent) }),
  });
  await renderInApp(page, { cache });
  return { known, sent: () => asked.flatMap(([call, body]) => (call === put ? [body] : [])) };
}
const isSaved = () => screen.queryByText("Saved") !== null;
const config = { cloud_name: "This server", mail: true } as Config; // no more of it is read

describe("where recordings are kept", () => {
  const card = (part: Partial<Preferences> = {}, drive = true) =>
    show(
      <CloudStorageCard
        config={config}
        drive={drive ? { control: <button type="button">Join</button>, notes: null } : undefined}
      />,
      part,
    );
  const place = () => screen.getByLabelText("Save new recordings to");

  it.each<[Partial<Preferences>, string]>([
    [{}, "Where your plan keeps them"],
    [{ preferred_storage: "s3" }, "This server"],
    [{ preferred_storage: "google_drive", google_drive_connected: true }, "Google Drive"],
    [{ preferred_storage: "local" }, "This computer only"],
  ])("is what was chosen: %o", async (part, chosen) => {
    await card(part);
    expect(place().textContent).toBe(chosen);
    expect(screen.queryByText("Connected") !== null).toBe(part.google_drive_connected ?? false);
  });

  it.each([true, false])("is a drive only once one is connected: %s", async (isConnected) => {
    await card({ google_drive_connected: isConnected });
    await userEvent.click(place());
    const drive = options().find(({ textContent }) => textContent.startsWith("Google Drive"));
    expect(drive?.getAttribute("aria-disabled") === "true").toBe(!isConnected);
  });

  it("is saved when it is chosen, and said to be", async () => {
    const { known, sent } = await card();
    expect(isSaved()).toBe(false);
    await choose("Save new recordings to", "This computer only");
    await expect.poll(isSaved).toBe(true);
    expect(sent()).toEqual([{ ...known, preferred_storage: "local" }]);
    expect(place().textContent).toBe("This computer only");
  });

  it("is by plan again where nothing is chosen any more", async () => {
    const { known, sent } = await card({ preferred_storage: "s3" });
    await choose("Save new recordings to", "Where your plan");
    await expect.poll(isSaved).toBe(true);
    expect(sent()).toEqual([{ ...known, preferred_storage: null }]);
  });

  it("offers no drive where the server has none, and says why", async () => {
    await card({}, false);
    const connect = screen.getByRole<HTMLButtonElement>("button", { name: "Connect" });
    expect(isOff(connect)).toBe(true);
    const reason = document.getElementById(connect.getAttribute("aria-describedby") ?? "");
    expect(reason?.textContent).toBe("Not set up on this server");
    cleanup();
    await card();
    expect(screen.getByRole("button", { name: "Join" })).toBeDefined();
    expect(screen.queryByText("Not set up on this server")).toBeNull();
  });
});

describe("how recordings begin", () => {
  const card = (part: Partial<Preferences> = {}, mail = true) =>
    show(<RecordingPreferencesCard config={{ ...config, mail }} />, part);
  const toggle = (name: RegExp) => screen.getByRole("switch", { name });
  const isOn = (name: RegExp) => toggle(name).getAttribute("aria-checked") === "true";

  it("is what was chosen", async () => {
    await card({ recording_quality: "low", include_audio: false });
    expect(screen.getByLabelText("Recording quality").textContent).toMatch(/^Low, 480p/);
    expect([isOn(/^Record audio/), isOn(/^Notices/)]).toEqual([false, true]);
    cleanup();
    await card({ auto_save_to_cloud: true, email_notices: false });
    expect(isOn(/^Instant link/)).toBe(true);
    expect([isOn(/^Record audio/), isOn(/^Notices/)]).toEqual([true, false]);
  });

  it("has no instant link where new recordings stay on the computer", async () => {
    await card({ auto_save_to_cloud: true, preferred_storage: "local" });
    expect(isOn(/^Instant link/)).toBe(false);
    expect(toggle(/^Instant link/).getAttribute("aria-disabled")).toBe("true");
    expect(screen.getByText(/^Off while new recordings are saved to this computer/)).toBeDefined();
  });

  it("asks about letters only where the server sends any", async () => {
    await card({}, false);
    expect(screen.queryByRole("switch", { name: /^Notices/ })).toBeNull();
  });

  it.each([
    [/^Record audio/, { include_audio: false }],
    [/^Instant link/, { auto_save_to_cloud: true }],
    [/^Named as a viewer/, { named_as_viewer: false }],
    [/^Notices/, { email_notices: false }],
  ])("saves %s at once, with all else as it was", async (name, change) => {
    const { known, sent } = await card();
    const before = isOn(name);
    await userEvent.click(toggle(name));
    await expect.poll(sent).toEqual([{ ...known, ...change }]);
    await expect.poll(isSaved).toBe(true);
    expect(isOn(name)).toBe(!before);
  });

  it("is put back when it is refused, and nothing is said to be saved", async () => {
    const { known } = await card();
    answers({ [put]: refusal(409, "Not now"), "GET /user/preferences": known });
    await userEvent.click(toggle(/^Record audio/));
    await screen.findByText("Not now");
    expect(isOn(/^Record audio/)).toBe(true);
    expect(isSaved()).toBe(false);
  });

  it("has a prefix of up to a hundred letters; a longer one is said to be too long, and not saved", async () => {
    const { known, sent } = await card();
    const field = screen.getByLabelText("File name prefix");
    fireEvent.change(field, { target: { value: "x".repeat(101) } });
    expect(screen.getByText("The prefix is too long")).toBeDefined();
    fireEvent.blur(field);
    fireEvent.change(field, { target: { value: ` ${"x".repeat(100)} ` } });
    expect(screen.queryByText("The prefix is too long")).toBeNull();
    fireEvent.blur(field);
    const prefix = { default_filename_prefix: "x".repeat(100) };
    await expect.poll(sent).toEqual([{ ...known, ...prefix }]);
  });
});

describe("what whoever runs the server tells everyone", () => {
  it.each(["Back at noon", ""])("is shown where there is something: %s", async (words) => {
    const cache = new QueryClient();
    cache.setQueryData(announcementQuery.queryKey, words);
    await renderInApp(<AnnouncementBanner />, { cache });
    expect(screen.queryByRole("status")?.textContent ?? "").toBe(words);
    expect(screen.queryByRole("status") !== null).toBe(words !== "");
  });
});
