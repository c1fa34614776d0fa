// @vitest-environment happy-dom
import { SupabaseClient } from "@supabase/supabase-js";
import { act, cleanup, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test, vi } from "vitest";
import { recordingTopic } from "#contract/events.ts";
import { renderInApp } from "#tests/web/lib/in-app.tsx";
import { realtimeServer } from "#tests/web/lib/realtime-server.ts";
import { recordingWith, viewWith } from "#tests/web/lib/shared-view.ts";
import { SharedGate } from "#web/features/shared-page/shared-gate.tsx";

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.restoreAllMocks();
});

test("a page hears its news again once the password is entered that its link was given meanwhile", async () => {
  const { state, announce, closeOff, stop } = await realtimeServer();
  const recording = recordingWith({ id: crypto.randomUUID() });
  const topic = recordingTopic(recording.id);
  const view = viewWith({ recording });
  const [link, token] = ["/api/shared/token", "/api/realtime/token"];
  state.answers = {
    [link]: view,
    [`${link}/unlock`]: { token: "unlocked", expires_at: "2999-01-01T00:00:00.000Z" },
  };
  const left = vi.spyOn(SupabaseClient.prototype, "removeChannel");
  await renderInApp(<SharedGate shareToken="token">{() => <p>Shown</p>}</SharedGate>, {
    asks: true,
  });
  await expect.poll(() => state.joined).toEqual([topic]);

  const locked = { error: "Locked", message: "Locked", code: "password_required" };
  Object.assign(state.answers, { [link]: locked });
  state.statuses[link] = 403;
  act(() => announce(topic, "share"));
  const password = await screen.findByLabelText("Password");
  closeOff(topic);
  await expect.poll(() => left.mock.calls.length, { timeout: 3_000 }).toBe(1);

  state.statuses = {};
  state.answers[link] = view;
  await userEvent.type(password, "secret{Enter}");
  await expect.poll(() => screen.queryByText("Shown")).not.toBeNull();
  await expect.poll(() => state.joined).toEqual([topic, topic]);
  expect(state.asked.filter((path) => path === token)).toHaveLength(2);
  stop();
});
