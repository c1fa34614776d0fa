import { onlineManager } from "@tanstack/react-query";
import { WifiOff } from "lucide-react";
import { useSyncExternalStore } from "react";

const follow = (changed: () => void) => onlineManager.subscribe(changed);
const isOnline = () => onlineManager.isOnline();

export const useIsOnline = () => useSyncExternalStore(follow, isOnline);

/** One line at the foot of the page for as long as the network is gone. */
export function OfflineNotice() {
  const online = useIsOnline();
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-30 grid place-items-center px-4 max-md:bottom-24 [body:has(#recorder-dock)_&]:bottom-24"
    >
      {!online && (
        <p className="flex animate-rise items-center gap-2 rounded-full bg-ink px-4 py-2 font-medium text-13 text-paper">
          <WifiOff aria-hidden="true" className="size-4" />
          You are offline. Kinora goes on when the connection is back.
        </p>
      )}
    </div>
  );
}
