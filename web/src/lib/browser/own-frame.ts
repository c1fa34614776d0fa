/** Whether this page stands in a frame of one of ours, as the preview of an embedded player does. */
export function isInOwnFrame(): boolean {
  try {
    return window.self !== window.top && window.parent.location.origin === location.origin;
  } catch {
    return false; // somebody else's page, which we may not look at
  }
}
