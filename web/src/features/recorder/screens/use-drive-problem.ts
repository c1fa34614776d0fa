import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { State } from "#web/features/recorder/steps.ts";
import { DRIVE_NOT_CONNECTED } from "#web/lib/drive-problem.ts";

const TIME_TO_READ_MS = 1_500;

/** A save that failed for want of the drive leads to where it is connected; the recording waits. */
export function useDriveProblem(state: State) {
  const navigate = useNavigate();
  const isProblem = state.name === "failed" && state.reason === DRIVE_NOT_CONNECTED;
  useEffect(() => {
    if (!isProblem) return;
    const timer = setTimeout(
      () => navigate({ to: "/settings", hash: "cloud-storage", ignoreBlocker: true }),
      TIME_TO_READ_MS,
    );
    return () => clearTimeout(timer);
  }, [isProblem, navigate]);
}
