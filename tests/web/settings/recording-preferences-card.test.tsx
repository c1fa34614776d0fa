// @vitest-environment happy-dom
import { QueryClient } from "@tanstack/react-query";
import { cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { defaultPreferences } from "#contract/account.ts";
import type { Config } from "#contract/config.ts";
import { answers } from "#tests/web/lib/answers.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { preferencesQuery } from "#web/data/account.ts";
import { RecordingPreferencesCard } from "#web/features/settings/settings-page.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test("a prefix is saved when its field is sent or left with another, and not when nothing was changed", async () => {
  const known = { ...defaultPreferences, default_filename_prefix: "Demo" };
  const sent: object[] = [];
  vi.stubGlobal("fetch", async (_: string, { body }: RequestInit) => {
    if (body) sent.push(JSON.parse(String(body)));
    return Response.json({ ...known, ...sent[0] });
  });
  const cache = new QueryClient();
  cache.setQueryData(preferencesQuery.queryKey, known);
  await renderInApp(<RecordingPreferencesCard config={{ mail: false } as Config} />, { cache }); // no more of it is read
  const field = () => screen.getByLabelText("File name prefix");
  await userEvent.click(field());
  await userEvent.tab();
  await userEvent.type(field(), "{Enter}");
  expect(sent).toEqual([]);
  await userEvent.clear(field());
  await userEvent.type(field(), "Talk{Enter}");
  await expect.poll(() => sent).toEqual([{ ...known, default_filename_prefix: "Talk" }]);
  expect(document.activeElement, "whoever has pressed Enter is still there").toBe(field());
});

test("what was changed on another device meanwhile stays as it is", async () => {
  const cache = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  cache.setQueryData(preferencesQuery.queryKey, defaultPreferences);
  let stored = { ...defaultPreferences, named_as_viewer: false };
  const put = (sent: unknown) => (stored = { ...stored, ...Object(sent) });
  answers({ "GET /user/preferences": () => stored, "PUT /user/preferences": put });
  await renderInApp(<RecordingPreferencesCard config={{ mail: false } as Config} />, { cache }); // no more of it is read
  await userEvent.click(screen.getByRole("switch", { name: /^Record audio/ }));
  await screen.findByText("Saved");
  expect(stored).toEqual({ ...defaultPreferences, named_as_viewer: false, include_audio: false });
});

test("a prefix that was changed elsewhere stands in its field", async () => {
  const known = { ...defaultPreferences, default_filename_prefix: "Demo" };
  const cache = new QueryClient();
  cache.setQueryData(preferencesQuery.queryKey, known);
  await renderInApp(<RecordingPreferencesCard config={{ mail: false } as Config} />, { cache }); // no more of it is read
  const shown = () => screen.getByLabelText<HTMLInputElement>("File name prefix").value;
  expect(shown()).toBe("Demo");
  cache.setQueryData(preferencesQuery.queryKey, { ...known, default_filename_prefix: "Talk" });
  await expect.poll(shown).toBe("Talk");
});
