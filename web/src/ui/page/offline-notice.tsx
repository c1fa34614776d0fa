import { onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

/** One line for as long as the network is gone, above all that floats at the foot of the page. */
export function OfflineNotice() {
  // The network as the requests see it, which go on to a server on this same computer without any network.
  const online = useSyncExternalStore(onlineManager.subscribe, () => onlineManager.isOnline());
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 grid justify-items-center px-4 md:justify-items-end md:px-6 max-md:[body:has([data-phone-action]:not(:empty))_&]:bottom-24 [body:has(#recorder-dock)_&]:bottom-24 [body:has([data-says-offline])_&]:hidden"
    >
      {!online && (
        <p className="flex animate-rise items-center gap-2 rounded-12 bg-ink px-4 py-2 font-medium text-13 text-paper">
          <WifiOff className="size-4 shrink-0" />
          You are offline. Kinora goes on when the connection is back.
        </p>
      )}
    </div>
  );
}
