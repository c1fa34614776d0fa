/** How fast this computer's network sent the last recording, in bytes per second: the best guess for the next one. */
const KEY = "kinora.upload-speed";

export function measuredSpeed(): number | null {
  const speed = Number(localStorage.getItem(KEY));
  return speed > 0 ? speed : null;
}

export function noteSpeed(bytesPerSecond: number) {
  localStorage.setItem(KEY, String(Math.round(bytesPerSecond)));
}
