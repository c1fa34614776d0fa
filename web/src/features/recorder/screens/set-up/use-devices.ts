import { useEffect, useState } from "react";
import { type Devices, listDevices, watchDevices } from "#web/features/recorder/capture/devices.ts";

const none: Devices = { microphones: [], cameras: [] };

/** Follows what is plugged in; `asked` changes when a permission was given and names became known. */
export function useDevices(asked: unknown): Devices {
  const [devices, setDevices] = useState(none);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is the reason to look again
  useEffect(() => {
    let isCurrent = true;
    const look = async () => {
      const found = await listDevices().catch(() => none);
      if (isCurrent) setDevices(found);
    };
    void look();
    const stop = watchDevices(look);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [asked]);
  return devices;
}
