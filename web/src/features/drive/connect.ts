import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { driveAddress } from "#web/data/drive.ts";
import { onVisitEnd, POPUP_NAME, type VisitEnd } from "#web/lib/drive-visit.ts";
import { toast } from "#web/ui/layers/toast.ts";

const WIDTH = 500;
const HEIGHT = 600;
const LONGEST_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

export function useConnectDrive() {
  const cache = useQueryClient();
  const [isConnecting, setConnecting] = useState(false);
  const leave = useRef(() => {});
  useEffect(() => () => leave.current(), []);

  const connect = async () => {
    const popup = openPopup();
    if (!popup) return toast.error("Failed to initiate Google Drive connection");
    setConnecting(true);
    const address = await driveAddress().catch(() => undefined);
    if (!address) {
      popup.close();
      setConnecting(false);
      return toast.error("Failed to start Google Drive connection");
    }
    popup.location.href = address;
    leave.current = follow(popup, (said) => {
      setConnecting(false);
      if (said) return toast.error(said);
      toast.success("Google Drive connected");
      void cache.invalidateQueries();
    });
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

function follow(popup: Window, ended: (said?: string) => void): () => void {
  const finish = (said?: string) => {
    stop();
    ended(said);
  };
  const stopListening = onVisitEnd((end) => finish(wordsOf(end)));
  const looking = setInterval(() => {
    if (popup.closed) finish("Google Drive connection was cancelled");
  }, LOOK_EVERY_MS);
  const waiting = setTimeout(() => finish("Google Drive connection timed out"), LONGEST_MS);
  const stop = () => {
    stopListening();
    clearInterval(looking);
    clearTimeout(waiting);
  };
  return stop;
}

const troubles = {
  refused: "Google Drive connection error:",
  failed: "Failed to connect Google Drive:",
};

const wordsOf = (visit: VisitEnd) =>
  visit.end === "connected" ? undefined : `${troubles[visit.end]} ${visit.why}`;
