/** Goes to another site. It ends only when somebody comes back to this page as they left it. */
export const leaveFor = (url: string) =>
  new Promise<void>((resolve) => {
    addEventListener("pageshow", () => resolve(), { once: true });
    location.assign(url);
  });
