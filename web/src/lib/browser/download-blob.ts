/** Hands what lies at an address to the browser's own downloads: they stream to the disk and can be resumed. */
export function downloadFrom(address: string, fileName = "") {
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
}

export function downloadBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, fileName);
  // The browser reads the file after the click; a minute is enough for it to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
