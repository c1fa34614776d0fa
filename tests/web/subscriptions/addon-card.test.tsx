// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { Config } from "#contract/config.ts";
import { AddonCard } from "#web/features/subscriptions/included.tsx";
import { buttonLook } from "#web/ui/controls/button.tsx";

afterEach(cleanup);

test.each<[Config["transcription"], boolean, "primary" | "secondary"]>([
  ["service", false, "primary"],
  ["local", false, "primary"],
  ["off", false, "secondary"],
  ["service", true, "secondary"],
])(
  "where transcription is %s and it is enabled: %s, its button is %s",
  (transcription, enabled, tone) => {
    const minutes = { used: 0, limit: null, resets_at: "2026-12-01T00:00:00.000Z" };
    const rest = { wanted: false, minutes, disabled: false, busy: false, onSwitch() {} };
    render(<AddonCard {...rest} transcription={transcription} enabled={enabled} />);
    expect(screen.getByRole("button").className).toBe(buttonLook({ tone }));
  },
);
