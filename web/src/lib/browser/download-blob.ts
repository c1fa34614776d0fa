export function downloadBlob(blob: Blob, fileName: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
  // The browser reads the file after the click; a minute is enough for it to begin.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
