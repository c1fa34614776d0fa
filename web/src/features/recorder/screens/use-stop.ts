import { useNavigate } from "@tanstack/react-router";
import { stopRecording } from "#web/features/recorder/recorder.ts";

export const RECORD_PAGE: string = "/new-recording";

/** Stops from any page, and goes to the result. */
export function useStop(): () => void {
  const navigate = useNavigate();
  return () => {
    stopRecording();
    void navigate({ to: RECORD_PAGE });
  };
}
