import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { driveAddress } from "#web/data/drive.ts";
import { onVisitEnd, POPUP_NAME, type VisitEnd } from "#web/lib/drive-visit.ts";
import { useEvery, useLater } from "#web/lib/use-later.ts";
import { toast } from "#web/ui/layers/toast.ts";

const WIDTH = 500;
const HEIGHT = 600;
const LONGEST_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

export function useConnectDrive() {
  const cache = useQueryClient();
  const [isConnecting, setConnecting] = useState(false);
  const [popup, follow] = useState<Window>();
  const end = (said?: string) => {
    follow(undefined);
    setConnecting(false);
    if (said) return toast.error(said);
    toast.success("Google Drive connected");
    void cache.invalidateQueries();
  };
  const hear = useEffectEvent((visit: VisitEnd) => end(wordsOf(visit)));
  useEffect(() => popup && onVisitEnd(hear), [popup]);
  useEvery(popup !== undefined && LOOK_EVERY_MS, () => {
    if (popup?.closed) end("Google Drive connection was cancelled");
  });
  useLater(popup !== undefined && LONGEST_MS, () => end("Google Drive connection timed out"));

  const connect = async () => {
    const opened = openPopup();
    if (!opened) return toast.error("Failed to initiate Google Drive connection");
    setConnecting(true);
    const address = await driveAddress().catch(() => undefined);
    if (!address) {
      opened.close();
      setConnecting(false);
      return toast.error("Failed to start Google Drive connection");
    }
    opened.location.href = address;
    follow(opened);
  };
  return { connect: () => void connect(), isConnecting };
}

/** In the press itself: later, a browser takes it for an advertisement. */
function openPopup(): Window | null {
  const left = window.screenX + (window.outerWidth - WIDTH) / 2;
  const top = window.screenY + (window.outerHeight - HEIGHT) / 2;
  return window.open(
    "about:blank",
    POPUP_NAME,
    `popup,width=${WIDTH},height=${HEIGHT},left=${Math.max(0, left)},top=${Math.max(0, top)}`,
  );
}

const troubles = {
  refused: "Google Drive connection error:",
  failed: "Failed to connect Google Drive:",
};

const wordsOf = (visit: VisitEnd) =>
  visit.end === "connected" ? undefined : `${troubles[visit.end]} ${visit.why}`;
