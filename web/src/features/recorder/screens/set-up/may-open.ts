/** Asking for a permission nobody expects is rude: only a choice or an earlier yes opens a device. */
export async function mayOpen(
  name: "microphone" | "camera",
  deviceId: string | null,
): Promise<boolean> {
  if (deviceId !== null) return true;
  const status = await navigator.permissions?.query({ name }).catch(() => null);
  return status?.state === "granted";
}
