import { useSyncExternalStore } from "react";

/** Tells, until it is taken back, when the network comes and goes. */
export function watchNetwork({ online, offline }: { online: () => void; offline: () => void }) {
  addEventListener("online", online);
  addEventListener("offline", offline);
  return () => {
    removeEventListener("online", online);
    removeEventListener("offline", offline);
  };
}

const follow = (changed: () => void) => watchNetwork({ online: changed, offline: changed });

/** The network as the browser sees it, which knows nothing of a server on this same computer. */
export const useIsOnline = () => useSyncExternalStore(follow, () => navigator.onLine);
