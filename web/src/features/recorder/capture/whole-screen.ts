/** Firefox names what was chosen, and not its kind. Where nobody says what it was, nothing is said of it. */
export function isWholeScreen(screen: MediaStreamTrack): boolean {
  const { displaySurface } = screen.getSettings?.() ?? {};
  if (displaySurface !== undefined) return displaySurface === "monitor";
  return /^(Primary Monitor|Screen \d+)$/.test(screen.label);
}
