export interface Device {
  deviceId: string;
  label: string;
}

export interface Devices {
  microphones: Device[];
  cameras: Device[];
}

/** Devices by name. Browsers tell names only after a permission, so before it a device is just "Microphone 1". */
export async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices()) ?? [];
  return {
    microphones: named(all, "audioinput", "Microphone"),
    cameras: named(all, "videoinput", "Camera"),
  };
}

function named(all: MediaDeviceInfo[], kind: MediaDeviceKind, word: string): Device[] {
  return all
    .filter((device) => device.kind === kind && device.deviceId !== "default")
    .map(({ deviceId, label }, index) => ({ deviceId, label: label || `${word} ${index + 1}` }));
}

export function watchDevices(changed: () => void): () => void {
  navigator.mediaDevices?.addEventListener("devicechange", changed);
  return () => navigator.mediaDevices?.removeEventListener("devicechange", changed);
}
